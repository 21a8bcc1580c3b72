import type { ThemeOptions } from '@mui/material/styles';
import type { Ink } from './palette';

/** Buttons and inputs. */
export function controls(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small', color: 'inherit' },
      styleOverrides: {
        root: {
          minHeight: 34,
          padding: '5px 12px',
          whiteSpace: 'nowrap',
          '&.Mui-focusVisible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        },
        outlined: { borderColor: ink.strongLine, backgroundColor: ink.surface },
        startIcon: { marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 17 } },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          borderRadius: 8,
          '&.Mui-focusVisible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiInputLabel: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: ink.surface, '&.Mui-disabled': { backgroundColor: ink.sunken } },
        notchedOutline: { borderColor: ink.strongLine },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { marginLeft: 2, '&:empty': { display: 'none' } } },
    },
    MuiAutocomplete: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        paper: { border: `1px solid ${ink.line}`, boxShadow: ink.shadow },
        listbox: { fontSize: '0.875rem' },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 34 } } },
    MuiCheckbox: { defaultProps: { size: 'small' } },
  };
}
