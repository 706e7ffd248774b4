import type { MantineColorsTuple } from '@mantine/core'

// Shade 7 is the background of white text; the lighter shades serve dark mode.
export const primary: MantineColorsTuple = [
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
export const terre: MantineColorsTuple = [
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
export const green: MantineColorsTuple = [
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
export const yellow: MantineColorsTuple = [
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
export const blue: MantineColorsTuple = [
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
export const red: MantineColorsTuple = [
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
export const sand: MantineColorsTuple = [
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
export const night: MantineColorsTuple = [
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

/** Our colours under Mantine's names. The build puts them in the place of Mantine's fourteen palettes (build/plugins.ts). */
export const palette = { green, yellow, blue, red, gray: sand, dark: night }
