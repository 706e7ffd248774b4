import { expect, it } from 'vitest'
import { TETE, typeDe } from '#shared/types-de-fichier.ts'

const PDF = '%PDF-1.7\n1 0 obj'
const MAIL =
  'Content-Type: application/pdf;\r\n name="plan.pdf"\r\nContent-Transfer-Encoding: binary\r\nSubject: plan\r\n\r\n'

// spec: RF-32
it.each([
  ['at once', PDF],
  ['after a byte order mark', `\u00EF\u00BB\u00BF${PDF}`],
  ['after that of UTF-16', `\u00FF\u00FE${PDF}`],
  ['after blank lines', `\r\n\n \t\f${PDF}`],
  ['after zeros', `\0\0\0\0${PDF}`],
  ['after the head of a mail', MAIL + PDF],
  ['after that of a part of a mail', `--=_bord\r\n${MAIL}\r\n${PDF}`],
  ['after that of a mailbox', `From amina@exemple.dz Sat Nov 28 10:00:00 2026\n${MAIL}${PDF}`],
  ['as the last of 1,024 bytes', ' '.repeat(TETE - 5) + PDF],
])('a PDF %s is one', (_where, tete) => {
  expect(typeDe(tete)).toBe('application/pdf')
})

// spec: RF-32
it.each([
  ['after 1,024 bytes', ' '.repeat(TETE - 4) + PDF],
  ['in a page', `<!doctype html><pre>${PDF}`],
  ['in a page after blank lines and a byte order mark', `\u00EF\u00BB\u00BF\n<html>\n\n${PDF}`],
  ['in JSON', `{"plan": "${PDF}"}`],
  ['in JSON over lines', `{\n"plan":\n\n"${PDF}"}`],
  ['in a list', `["${PDF}"]`],
  ['in a comment of a page', `<!-- ${PDF} -->`],
  ['in the head of a mail', `Subject: ${PDF}\r\n\r\n`],
  ['after a sentence', `Voici le plan.\r\n\r\n${PDF}`],
  ['after a mail with a text', `${MAIL}Bonjour.\r\n${PDF}`],
  ['in an archive', `PK\u0003\u0004${PDF}`],
  ['in other letters', '%pdf-1.7'],
  ['in UTF-16', '%\0P\0D\0F\0-\0'],
  ['nowhere', ''],
])('what holds it %s is none', (_where, tete) => {
  expect(typeDe(tete)).toBeNull()
})

it('pictures are told by their first bytes alone', () => {
  expect(typeDe('\u00FF\u00D8\u00FF\u00E0')).toBe('image/jpeg')
  expect(typeDe('\u0089PNG\r\n\u001A\n')).toBe('image/png')
  expect(typeDe('\n\u0089PNG\r\n\u001A\n')).toBeNull()
})
