import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// Shade 7 is the colour that carries white text; the lighter ones serve the dark ground.
const primary: MantineColorsTuple = [
  '#e8f4f7',
  '#d0e8ee',
  '#a3d1de',
  '#74bacc',
  '#4ba3b9',
  '#2b8ba3',
  '#1a7b94',
  '#0f6e84',
  '#0c5a6c',
  '#084655',
]
const terre: MantineColorsTuple = [
  '#fdf0eb',
  '#f9ddd2',
  '#f2b9a4',
  '#ea9474',
  '#e1744e',
  '#d66037',
  '#cb5730',
  '#bd4f28',
  '#9c401f',
  '#7a3117',
]
const green: MantineColorsTuple = [
  '#e8f5ee',
  '#cfe9da',
  '#a0d3b6',
  '#6fbd91',
  '#4aa974',
  '#38965f',
  '#328c58',
  '#2a7a4e',
  '#22633f',
  '#1a4d31',
]
const yellow: MantineColorsTuple = [
  '#fbf3e2',
  '#f5e4bf',
  '#ecca82',
  '#e2b04a',
  '#d39a2c',
  '#c58a22',
  '#b7791f',
  '#8f5c12',
  '#74490d',
  '#5a3909',
]
const blue: MantineColorsTuple = [
  '#e8f0f9',
  '#cfe0f2',
  '#a1c2e6',
  '#72a3d9',
  '#4e89cd',
  '#3a79c2',
  '#3170b7',
  '#2b6cb0',
  '#22568d',
  '#1a426c',
]
const red: MantineColorsTuple = [
  '#fdecec',
  '#f9d3d3',
  '#f2a7a7',
  '#ea7c7c',
  '#e05656',
  '#d53e3e',
  '#cd3535',
  '#c53030',
  '#9f2525',
  '#7b1b1b',
]
const sand: MantineColorsTuple = [
  '#faf8f4',
  '#f4f0e8',
  '#ece6da',
  '#e0d8c9',
  '#cbc1b0',
  '#978d7e',
  '#676053',
  '#514b41',
  '#393530',
  '#252320',
]
const night: MantineColorsTuple = [
  '#dfe8f0',
  '#c3d0dc',
  '#a5b5c4',
  '#6d8196',
  '#2f4358',
  '#24364a',
  '#152230',
  '#0e1720',
  '#0a1119',
  '#070c12',
]

const field = { defaultProps: { size: 'md' } }

/** The look of Diyar: the only place where a colour is a number. */
export const theme = createTheme({
  colors: { primary, terre, green, yellow, blue, red, gray: sand, dark: night },
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
    PasswordInput: field,
    NumberInput: field,
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

/** What each surface and state is called in our own style sheets. */
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
    }),
  },
  dark: {
    '--mantine-color-body': night[6],
    '--mantine-color-default': night[6],
    '--mantine-color-default-hover': night[5],
    '--mantine-color-default-border': night[4],
    '--mantine-color-dimmed': night[2],
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
    }),
  },
})

type State = 'green' | 'yellow' | 'blue' | 'red' | 'gray'

/** Each state in three uses: its words, the tint behind them, the bar that fills up. */
function states(colors: Record<State, readonly [words: string, tint: string, bar: string]>) {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([state, [words, tint, bar]]) => [
      [`--diyar-${state}`, words],
      [`--diyar-${state}-tint`, tint],
      [`--diyar-${state}-bar`, bar],
    ]),
  )
}
