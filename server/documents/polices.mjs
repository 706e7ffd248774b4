// @ts-check
/** Fonts of the papers, read by the documents process and by scripts/generate.mjs. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Upright faces for French, Arabic, Amazigh in Latin letters or Tifinagh; IBM Plex has the signs (✓ →) that the others lack. */
export const FAMILLES = [
  [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  ],
  [
    '@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf',
    '@expo-google-fonts/amiri/700Bold/Amiri_700Bold.ttf',
  ],
  ['@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'],
  ['@expo-google-fonts/noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf'],
]

/** @param {string} fichier */
export const readPolice = (fichier) => readFileSync(require.resolve(fichier))

/**
 * TrueType font of U+25AF alone, « white vertical rectangle », which is printed for a sign that no font has; the families above lack it,
 * and a font that has it weighs a megabyte. docs/decisions/0109 says how to draw it again.
 */
const SIGNE_INCONNU = Buffer.from(
  `
  AAEAAAAKAIAAAwAgT1MvMrCddr4AAACsAAAAYGNtYXAADCXiAAABDAAAACxnbHlmCAcENQAAATgAAAA4aGVhZGFHQ6EAAAFwAAAANmhoZWEFhAI9AAABqAAAACRobXR4BG
  AARgAAAcwAAAAIbG9jYQAcAAAAAAHUAAAABm1heHAABQAJAAAB3AAAACBuYW1lCPkYigAAAfwAAACKcG9zdAADAAAAAAKIAAAAIAAEAjABkAAFAAACigK8AAAAjAKKArwA
  AAHgADIBBAAAAAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAAABESVlSAEAlryWvAvj/xABaA1IA8AAAAAEAAAAAAfQCvAAAACAAAQAAAAEAAwABAAAADAAEACAAAAAEAAQAAQ
  AAJa///wAAJa///9pSAAEAAAAAAAIARv/EAeoC+AADAAcAAAEBAQEBAQEBAEYAAAGkAAD+kAE8AAD+xP/EAzQAAPzMADQAAALMAAAAAQAAAAEAAAAAAABfDzz1AAMD6AAA
  AAAAAAAAAAAAAAAAAAAARv/EAeoC+AAAAAgAAgAAAAAAAAABAAAC+P/EAFoCMABGAEYB6gABAAAAAAAAAAAAAAAAAAAAAgIwAAACMABGAAAAAAAcAAAAAQAAAAIACAACAA
  AAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAQANgADAAEECQABABgAAAADAAEECQACAA4AGAADAAEECQAEABgAJgADAAEECQAGABYAPgBEAGkAeQBhAHIAIABTAGkAZwBuAGUA
  cwBSAGUAZwB1AGwAYQByAEQAaQB5AGEAcgAgAFMAaQBnAG4AZQBzAEQAaQB5AGEAcgBTAGkAZwBuAGUAcwAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`,
  'base64',
)

export const readPolices = () => [...FAMILLES.flat().map(readPolice), SIGNE_INCONNU]
