import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { commonTexts as texts } from './common-texts.ts';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#e0e3ff',
  '#c3c8ff',
  '#a2a9fb',
  '#868df5',
  '#6d6df2',
  '#5b55ec',
  '#4f46e5',
  '#4239c4',
  '#342d9c',
];
/** The one warm colour: money and rewards. */
const reward: MantineColorsTuple = [
  '#fff4e2',
  '#ffe8c7',
  '#fbd196',
  '#f7b961',
  '#f3a537',
  '#ef961c',
  '#d9830f',
  '#b3690a',
  '#8f5308',
  '#6d3f05',
];

/** Refusals and what takes something away; white text is readable on the shades that buttons have. */
const red: MantineColorsTuple = [
  '#fdecef',
  '#fbd5db',
  '#f4a6b3',
  '#ee7890',
  '#e0526c',
  '#d33d58',
  '#c93650',
  '#b92c46',
  '#9d2239',
  '#7f192c',
];

/** Appearance of the console: neutral greys, one accent, 8-px rhythm, targets of at least 40 px. */
export const theme = createTheme({
  colors: { indigo, reward, red },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif',
  defaultRadius: 10,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { root: { minHeight: 40 } } },
    ActionIcon: { defaultProps: { size: 40, variant: 'subtle', color: 'gray' } },
    // Mantine's own colour of a title is too pale on its box.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // Labels, hints and problems are of one size in all forms, whatever the size of what is typed beside them.
    InputWrapper: {
      styles: {
        label: { fontSize: 14, marginBottom: 6, verticalAlign: 'top' },
        description: { fontSize: 13, lineHeight: 1.45 },
        error: { fontSize: 13, lineHeight: 1.45 },
      },
    },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md', visibilityToggleButtonProps: { 'aria-label': texts.showOrHide } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': texts.close },
      },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
  },
});
