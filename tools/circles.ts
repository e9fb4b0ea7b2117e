import { isShared } from './rooms.ts';
import { importsOf, roomOf, type Sources } from './sources.ts';

/** Rooms of one package, each with the rooms that it imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const graphsOf = (sources: Sources): ReadonlyMap<string, Graph> => {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { path, target } of importsOf(sources)) {
    const from = roomOf(path);
    const to = target === undefined ? undefined : roomOf(target);
    if (!from || !to || from.pkg !== to.pkg || from.folder === to.folder || !isShared(from) || !isShared(to)) continue;
    const graph = graphs.get(from.pkg) ?? new Map<string, Set<string>>();
    graphs.set(from.pkg, graph);
    graph.set(from.folder, (graph.get(from.folder) ?? new Set()).add(to.folder));
  }
  return graphs;
};

/** The shortest way from a room over its imports back to it, both ends included; undefined when there is none. */
const wayBack = (graph: Graph, start: string): readonly string[] | undefined => {
  const seen = new Set<string>();
  let ways: (readonly string[])[] = [[start]];
  while (ways.length > 0) {
    const longer = ways.flatMap((way) => [...(graph.get(way.at(-1)!) ?? [])].map((next) => [...way, next]));
    const closed = longer.find((way) => way.at(-1) === start);
    if (closed) return closed;
    ways = longer.filter((way) => !seen.has(way.at(-1)!) && seen.add(way.at(-1)!));
  }
  return undefined;
};

/** The same circle, told from the room that comes first in the alphabet. */
const fromItsFirst = (way: readonly string[]): readonly string[] => {
  const round = way.slice(1);
  const at = round.indexOf(round.toSorted()[0]!);
  const turned = [...round.slice(at), ...round.slice(0, at)];
  return [...turned, turned[0]!];
};

/**
 * Circles of rooms that import each other, of any length, as `pkg: a → b → c → a`. Of every room that is in one, the
 * shortest is told.
 */
export const circles = (sources: Sources): string[] => {
  const found = [...graphsOf(sources)].flatMap(([pkg, graph]) =>
    [...graph.keys()].flatMap((room) => {
      const way = wayBack(graph, room);
      return way ? [`${pkg}: ${fromItsFirst(way).join(' → ')}`] : [];
    }),
  );
  return [...new Set(found)].toSorted();
};
