import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { blue, green, night, palette, primary, red, sand, terre, yellow } from '#web/kit/frame/palette.ts'

const field = { defaultProps: { size: 'md' } }

export const theme = createTheme({
  colors: { ...palette, primary, terre },
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 7 },
  black: '#12263a',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: "'IBM Plex Sans', 'IBM Plex Sans Arabic', system-ui, sans-serif",
  headings: {
    fontFamily: "'IBM Plex Sans', 'IBM Plex Sans Arabic', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.2rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  fontSizes: { xs: '0.8125rem', sm: '0.9286rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Button: field,
    TextInput: field,
    PasswordInput: {
      defaultProps: {
        ...field.defaultProps,
        // `aria-hidden` must be absent, even false: in a dialog Tab would skip the button.
        visibilityToggleButtonProps: { 'aria-label': 'Afficher ou masquer le mot de passe', tabIndex: 0 },
      },
    },
    Textarea: field,
    Autocomplete: field,
    FileInput: field,
    DateInput: field,
    Checkbox: field,
    SegmentedControl: field,
    Select: {
      defaultProps: {
        size: 'md',
        searchable: true,
        nothingFoundMessage: 'Aucun résultat',
        checkIconPosition: 'right',
      },
    },
    ActionIcon: { defaultProps: { size: 40, variant: 'subtle' } },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } },
    },
    // A <header> inside a dialog would be a second banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Fermer' },
        centered: true,
        transitionProps: { transition: 'pop', duration: 150 },
      },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--diyar-header': '56px', '--diyar-sidebar': '256px', '--diyar-content': '1440px' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': sand[3],
    '--mantine-color-dimmed': sand[6],
    '--mantine-color-placeholder': '#756d60',
    '--mantine-color-error': red[7],
    '--mantine-color-anchor': primary[7],
    '--diyar-ground': sand[0],
    '--diyar-card': '#ffffff',
    '--diyar-line': '#e9e3d8',
    '--diyar-hover': sand[1],
    '--diyar-field-line': sand[5],
    '--diyar-focus': primary[7],
    '--diyar-brand': primary[7],
    '--diyar-brand-tint': primary[0],
    '--diyar-accent': terre[7],
    ...states({
      green: [green[8], green[0], green[7]],
      yellow: [yellow[8], yellow[0], yellow[6]],
      blue: [blue[8], blue[0], blue[7]],
      red: [red[8], red[0], red[7]],
      gray: [sand[7], sand[1], sand[5]],
      ink: ['#ffffff', '#12263a', '#12263a'],
    }),
  },
  dark: {
    '--mantine-color-body': night[6],
    '--mantine-color-default': night[6],
    '--mantine-color-default-hover': night[5],
    '--mantine-color-default-border': night[4],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-disabled': night[5],
    '--mantine-color-disabled-color': '#8899ab',
    '--mantine-color-placeholder': '#8899ab',
    '--mantine-color-error': red[2],
    '--mantine-color-anchor': primary[3],
    '--diyar-ground': night[7],
    '--diyar-card': night[6],
    '--diyar-line': night[5],
    '--diyar-hover': '#1b2b3c',
    '--diyar-field-line': '#50667d',
    '--diyar-focus': primary[3],
    '--diyar-brand': primary[3],
    '--diyar-brand-tint': '#123644',
    '--diyar-accent': terre[3],
    '--mantine-color-primary-light': '#123644',
    '--mantine-color-primary-light-hover': '#17434f',
    '--mantine-color-primary-light-color': primary[2],
    ...states({
      green: [green[2], '#14352a', green[4]],
      yellow: [yellow[2], '#3a2c14', yellow[4]],
      blue: [blue[2], '#16304a', blue[4]],
      red: [red[2], '#42202a', red[4]],
      gray: [night[1], night[5], night[3]],
      ink: [night[7], night[1], night[1]],
    }),
  },
})

type State = 'green' | 'yellow' | 'blue' | 'red' | 'gray' | 'ink'

/** Three variables for each state: text, background tint and progress bar. */
function states(colors: Record<State, readonly [words: string, tint: string, bar: string]>) {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([state, [words, tint, bar]]) => [
      [`--diyar-${state}`, words],
      [`--diyar-${state}-tint`, tint],
      [`--diyar-${state}-bar`, bar],
    ]),
  )
}
