import type { Session } from '../../accounts/index.ts';
import type { TabPage } from '../menu.ts';

/** What the staff's part of the frame is given. */
export interface StaffHeadProps {
  readonly siteName: string;
  readonly session: Session;
  /** Pages of the back office that the viewer may open. */
  readonly tabs: readonly TabPage[];
  /** Further pages that the command bar finds. */
  readonly others: readonly TabPage[];
  /** Leads to what customers see. */
  readonly toCustomer: () => void;
}

/** What the side and the bar above the page are given. */
export interface HeadProps extends StaffHeadProps {
  /** Opens the command bar. */
  readonly onFind: () => void;
}
