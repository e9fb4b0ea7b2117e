import type { ReactNode } from 'react';
import type { Sketch, SketchRow } from './model.ts';
import { texts } from './texts.ts';

/*
 * Schematic windows, drawn from data: no picture of anybody's program, sharp at every size, right in both schemes, and
 * a few hundred bytes each.
 */

const WIDTH = { phone: 250, desk: 400 } as const;
const BAR = 34;
const LINE = 40;
const PAD = 12;
const SIDE = 104;
const TABS = 34;

/** The text alternative of a drawing: the window, and what to press in which order. */
export const altText = ({ title, page, rows }: Sketch): string => {
  const pressed = rows.filter((line) => line.tap !== undefined).sort((one, other) => (one.tap ?? 0) - (other.tap ?? 0));
  return texts.drawing(page === undefined ? title : `${title} ${page}`, pressed.map(({ label }) => label).join('、'));
};

const SITE = '{site}';

/** A window with the name of the site where its data has `{site}`. */
export const withSiteName = (sketch: Sketch, site: string): Sketch => ({
  ...sketch,
  rows: sketch.rows.map((line) => ({
    ...line,
    label: line.label.replaceAll(SITE, site),
    ...('value' in line && { value: line.value.replaceAll(SITE, site) }),
  })),
});

/** One schematic window. */
export const Drawing = ({ sketch }: { sketch: Sketch }): ReactNode => {
  const desk = sketch.frame === 'desk';
  const pages = sketch.pages ?? [];
  const left = desk && pages.length > 0 ? SIDE : 0;
  const tabs = desk || pages.length === 0 ? 0 : TABS;
  const inner = Math.max(sketch.rows.length * LINE + PAD, left > 0 ? pages.length * 30 + PAD : 0, 96);
  const width = WIDTH[sketch.frame];
  const height = BAR + inner + tabs;
  return (
    <figure className="sp-sketch">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} role="img" aria-label={altText(sketch)}>
        <rect className="sk-frame" x={0.5} y={0.5} width={width - 1} height={height - 1} rx={desk ? 10 : 18} />
        <Head title={sketch.title} desk={desk} width={width} />
        {left > 0 && <SidePages pages={pages} page={sketch.page} height={height} />}
        {tabs > 0 && <TabPages pages={pages} page={sketch.page} width={width} top={BAR + inner} />}
        {sketch.rows.map((line, at) => (
          <g key={`${line.kind} ${line.label}`} transform={`translate(${left + PAD} ${BAR + PAD / 2 + at * LINE})`}>
            <Line line={line} width={width - left - 2 * PAD} />
          </g>
        ))}
      </svg>
      <figcaption>{texts.drawn}</figcaption>
    </figure>
  );
};

const Head = ({ title, desk, width }: { title: string; desk: boolean; width: number }): ReactNode => (
  <>
    <path className="sk-line" d={`M0 ${BAR}H${width}`} />
    {desk && [16, 30, 44].map((x) => <circle key={x} className="sk-dot" cx={x} cy={BAR / 2} r={4} />)}
    <text className="sk-title" x={width / 2} y={BAR / 2 + 5} textAnchor="middle">
      {title}
    </text>
  </>
);

interface PagesProps {
  readonly pages: readonly string[];
  readonly page: string | undefined;
}

const SidePages = ({ pages, page, height }: PagesProps & { height: number }): ReactNode => (
  <>
    <path className="sk-line" d={`M${SIDE} ${BAR}V${height}`} />
    {pages.map((name, at) => (
      <g key={name} transform={`translate(8 ${BAR + 8 + at * 30})`}>
        {name === page && <rect className="sk-here" width={SIDE - 16} height={26} rx={6} />}
        <text className={name === page ? 'sk-on' : 'sk-dim'} x={8} y={18}>
          {name}
        </text>
      </g>
    ))}
  </>
);

const TabPages = ({ pages, page, width, top }: PagesProps & { width: number; top: number }): ReactNode => (
  <>
    <path className="sk-line" d={`M0 ${top}H${width}`} />
    {pages.map((name, at) => (
      <text
        key={name}
        className={name === page ? 'sk-on sk-tab' : 'sk-dim sk-tab'}
        x={PAD + ((at + 0.5) * (width - 2 * PAD)) / pages.length}
        y={top + 21}
        textAnchor="middle"
      >
        {name}
      </text>
    ))}
  </>
);

const HEIGHT = LINE - 8;

const Line = ({ line, width }: { line: SketchRow; width: number }): ReactNode => (
  <>
    {line.kind === 'button' ? (
      <rect className="sk-button" width={width} height={HEIGHT} rx={8} />
    ) : (
      <rect className={line.kind === 'field' ? 'sk-field' : 'sk-row'} width={width} height={HEIGHT} rx={8} />
    )}
    <text
      className={line.kind === 'button' ? 'sk-on-accent' : 'sk-ink'}
      x={line.kind === 'button' ? width / 2 : 10}
      y={21}
      {...(line.kind === 'button' && { textAnchor: 'middle' as const })}
    >
      {line.label}
    </text>
    <LineEnd line={line} width={width} />
    {line.tap !== undefined && <Tap order={line.tap} width={width} />}
  </>
);

const LineEnd = ({ line, width }: { line: SketchRow; width: number }): ReactNode => {
  const end = width - 14;
  switch (line.kind) {
    case 'row':
    case 'field':
      return (
        <text className="sk-dim" x={end} y={21} textAnchor="end">
          {line.value}
        </text>
      );
    case 'switch':
      return (
        <g transform={`translate(${end - 32} 7)`}>
          <rect className={line.on ? 'sk-accent' : 'sk-off'} width={32} height={18} rx={9} />
          <circle className="sk-knob" cx={line.on ? 23 : 9} cy={9} r={7} />
        </g>
      );
    case 'node':
      return (
        <text className={line.ms < 150 ? 'sk-ok' : 'sk-warn'} x={end} y={21} textAnchor="end">
          {`${line.chosen ? '✓ ' : ''}${line.ms} ms`}
        </text>
      );
    case 'button':
      return null;
  }
};

const Tap = ({ order, width }: { order: number; width: number }): ReactNode => (
  <>
    <rect className="sk-tap" x={-1} y={-1} width={width + 2} height={HEIGHT + 2} rx={9} />
    <circle className="sk-badge" cx={width} cy={0} r={9} />
    <text className="sk-badge-text" x={width} y={4} textAnchor="middle">
      {order}
    </text>
  </>
);
