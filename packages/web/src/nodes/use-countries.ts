import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { DAY_MS } from '../ui/format.ts';
import type { Choice } from '../ui/schema-form/field-spec.ts';

const CountryList = z.array(z.object({ name: z.string(), flag: z.string() }));

const PATH = '/country/country.json';

const readCountries = async (): Promise<z.infer<typeof CountryList>> => {
  try {
    const response = await fetch(PATH);
    return CountryList.parse(await response.json());
  } catch (problem) {
    // oxlint-disable-next-line no-console -- the specification wants this failure logged and nothing else
    console.warn(PATH, problem);
    throw problem;
  }
};

const choicesOf = (countries: z.infer<typeof CountryList>): readonly Choice[] =>
  countries.map(({ name, flag }) => ({ value: flag, label: `${flag} ${name}` }));

const none: readonly Choice[] = [];

/** Countries as choices, each named by its flag; none until the list is there, and none when it cannot be had. */
export const useCountries = (): readonly Choice[] =>
  useQuery({
    queryKey: [PATH],
    queryFn: readCountries,
    select: choicesOf,
    staleTime: DAY_MS,
    meta: { silent: true },
  }).data ?? none;

/** The country of a choice, as a node keeps it. */
export const countryOfChoice = (choices: readonly Choice[], flag: string): { name: string; flag: string } => ({
  flag,
  name: choices.find((choice) => choice.value === flag)?.label.slice(flag.length + 1) ?? '',
});
