import { imageUrl } from '@skyport/contract/files';
import type { WheelPrize } from '@skyport/contract/prizes';
import type { ReactNode } from 'react';
import classes from './wheel.module.css';
import { pointAt, seatPath } from './rules.ts';
import { texts } from './texts.ts';

/** Units of the drawing, in which the wheel has this radius; where names and images stand, and how long a name is. */
const RADIUS = 100;
const NAME_AT = 62;
const IMAGE_AT = 82;
const IMAGE = 18;
const NAME_LENGTH = 7;

interface WheelProps {
  readonly seats: readonly WheelPrize[];
  /** Degrees by which it is turned. */
  readonly angle: number;
  /** How long a turn takes, in ms; 0 turns at once. */
  readonly turnsFor: number;
}

const shortName = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);

/** The wheel with a prize on each seat; what stands on it is told to whoever hears the page in one sentence. */
export const Wheel = ({ seats, angle, turnsFor }: WheelProps): ReactNode => (
  <div className={classes.wheel}>
    <div className={classes.pointer} aria-hidden />
    <svg
      viewBox={`${-RADIUS - 4} ${-RADIUS - 4} ${2 * RADIUS + 8} ${2 * RADIUS + 8}`}
      role="img"
      aria-label={texts.wheel([...new Set(seats.map(({ name }) => name))].join('、'))}
    >
      <circle r={RADIUS + 3} className={classes.rim} />
      <g
        className={classes.turning}
        style={{ transform: `rotate(${angle}deg)`, transitionDuration: `${turnsFor}ms` }}
        data-angle={angle}
      >
        {seats.map((prize, seat) => (
          <Seat key={seat} prize={prize} seat={seat} seats={seats.length} />
        ))}
      </g>
      <circle r={14} className={classes.hub} />
    </svg>
  </div>
);

interface SeatProps {
  readonly prize: WheelPrize;
  readonly seat: number;
  readonly seats: number;
}

/** Neighbours differ, also where an odd number of seats lets the last one meet the first. */
const shadeOf = (seat: number, seats: number): number => (seats % 2 === 1 && seat === seats - 1 ? 2 : seat % 2);

const Seat = ({ prize, seat, seats }: SeatProps): ReactNode => {
  const middle = ((seat + 0.5) * 360) / seats;
  const [x, y] = pointAt(middle, NAME_AT);
  const [imageX, imageY] = pointAt(middle, IMAGE_AT);
  return (
    <>
      <path d={seatPath(seat, seats, RADIUS)} className={classes.seat} data-shade={shadeOf(seat, seats)} />
      <text
        className={classes.name}
        transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${(middle + 90).toFixed(2)})`}
      >
        {shortName(prize.name)}
      </text>
      {prize.photoUrl !== '' && (
        <image
          href={imageUrl(prize.photoUrl)}
          width={IMAGE}
          height={IMAGE}
          x={-IMAGE / 2}
          y={-IMAGE / 2}
          transform={`translate(${imageX.toFixed(2)} ${imageY.toFixed(2)}) rotate(${middle.toFixed(2)})`}
        />
      )}
    </>
  );
};
