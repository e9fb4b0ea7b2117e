import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './dropdown.module.css';

interface DropdownItemProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** Takes something away: shown in red. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Present on items that are on or off. */
  readonly checked?: boolean;
  /** A hash route to go to. */
  readonly to?: string;
  /** An address to open. */
  readonly href?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

/** One line of a dropdown that does something. */
export const DropdownItem = ({ children, icon, danger, disabled, checked, to, href, onClick }: DropdownItemProps) => {
  const common = {
    className: classes.item,
    tabIndex: -1,
    ...(danger === true && { 'data-danger': true }),
    ...(onClick && { onClick }),
  };
  const inside = (
    <>
      {checked !== undefined && (
        <span aria-hidden className={classes.tick}>
          {checked ? '✓' : ''}
        </span>
      )}
      {icon}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <Link {...common} role="menuitem" to={to}>
        {inside}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a {...common} role="menuitem" href={href}>
        {inside}
      </a>
    );
  }
  const role = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked };
  return (
    <button {...common} {...role} type="button" disabled={disabled === true}>
      {inside}
    </button>
  );
};

/** A line of a dropdown that only says something; `alone` in it, it is what is read out when the dropdown opens. */
export const DropdownLabel = ({ children, alone = false }: { children: ReactNode; alone?: boolean }) => (
  <div className={classes.label} {...(alone && { role: 'menuitem', 'aria-disabled': true, tabIndex: -1 })}>
    {children}
  </div>
);

/** A thin line between the items of a dropdown. */
export const DropdownDivider = () => <hr className={classes.divider} />;
