import { TextField, type SxProps, type Theme } from '@mui/material';

/** What is to be chosen, and its words. */
export type Choices = readonly (readonly [value: string, text: string])[];

export interface ChoiceProps {
  label: string;
  /** Whether the label is said only, where a heading shows it. */
  quiet?: boolean;
  value: string;
  choices: Choices;
  disabled: boolean;
  autoFocus?: boolean;
  problem?: string | undefined;
  help?: string | undefined;
  onChange: (value: string) => void;
  sx?: SxProps<Theme>;
}

/** A small choice: the browser's own, which is quick with hundreds of them, by keys and on phones. */
export function Choice({ label, quiet, value, choices, problem, help, ...props }: ChoiceProps) {
  const { disabled, autoFocus = false, onChange, sx } = props;
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={quiet ? undefined : label}
      value={value}
      disabled={disabled}
      autoFocus={autoFocus}
      error={problem !== undefined}
      helperText={problem ?? help}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        ...(quiet && { htmlInput: { 'aria-label': label } }),
      }}
      sx={sx ?? {}}
    >
      {choices.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
