import { fileKey, type Failure } from './outcome.ts';

/** More files than this mean that something is broken, not slow. */
const MOST_FILES = 3;

/** A test file of one project. */
type FilePlace = Pick<Failure, 'project' | 'file'>;

/** Files that failed by timeouts only; none when there are more than three. */
export const retriableFiles = (failures: readonly Failure[]): readonly FilePlace[] => {
  const files = Map.groupBy(failures, ({ project, file }) => fileKey(project, file));
  const slow = [...files.values()].filter((own) => own.every(({ file, isTimeout }) => file !== '' && isTimeout));
  return slow.length > MOST_FILES ? [] : slow.map(([first]) => ({ project: first!.project, file: first!.file }));
};
