import { useSearchParams } from 'react-router';

/** Which list of a page `?tab=` asks for, the first one without it, and what chooses another. */
export const useTab = <T extends string>(tabs: readonly [T, ...T[]]): readonly [T, (chosen: T) => void] => {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? tabs[0];
  return [tab, (chosen) => setParams({ tab: chosen }, { replace: true })];
};
