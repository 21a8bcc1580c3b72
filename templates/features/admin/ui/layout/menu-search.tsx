import { InputBase } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';

/** More models than this are searched rather than looked through. */
export const LONG_MENU = 30;

/** Whether a label has each of the words, in any case: `ord it` finds `Order items`. */
export const isMeant = (label: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

interface MenuSearchProps {
  value: string;
  onChange: (value: string) => void;
}

/**
 * Narrows a long menu: Enter opens the first model that is left, one that begins with the words before others; the arrow keys go from
 * one to the next, and Escape shows all again.
 */
export function MenuSearch({ value, onChange }: MenuSearchProps) {
  const label = useTranslate()('app.find_in_menu');
  return (
    <InputBase
      type="search"
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') onChange('');
        if (key === 'Enter') firstOf(entriesBeside(currentTarget), value)?.click();
      }}
      placeholder={label}
      inputProps={{ 'aria-label': label }}
      sx={{ mx: 2.5, mt: 1, px: 1.25, border: 1, borderColor: 'divider', borderRadius: 1.5 }}
    />
  );
}

const firstOf = (entries: readonly HTMLElement[], words: string): HTMLElement | undefined =>
  entries.find((entry) => entry.textContent.toLowerCase().startsWith(words.trim().toLowerCase())) ??
  entries[0];

/** Up and down from entry to entry; up from the first one leads to the search. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input, .entry:not([hidden] *)'),
  ];
  const next = places[places.indexOf(event.target) + step];
  if (!places.includes(event.target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The models that the menu shows. */
const entriesBeside = (element: HTMLElement): readonly HTMLElement[] => [
  ...(element.closest('nav')?.querySelectorAll<HTMLElement>('h2 + div .entry') ?? []),
];
