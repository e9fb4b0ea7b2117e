/** The public status page behind the gate's route: HTML, or undefined while it is switched off. */
export type StatusRoute = () => Promise<string | undefined>;
