export { hasToken, useSession, type Session } from './session.ts';
