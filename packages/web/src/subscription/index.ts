export { LinkAlarmsWindow, LinkFetchesWindow } from './staff-windows.tsx';
