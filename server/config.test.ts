import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

test('every setting has a default, and an empty variable counts as absent', () => {
  const defaults = readConfig({})
  expect(defaults).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    trustProxy: false,
    logLevel: 'warn',
  })
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '', DATA_DIR: '' })).toEqual(defaults)
})

test('settings are read as what they are', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/diyar',
    DATABASE_URL: 'postgres://a:b@c:5432/d',
    LOG_LEVEL: 'info',
  }
  expect(readConfig(env)).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: resolve('/var/lib/diyar'),
    databaseUrl: env.DATABASE_URL,
    logLevel: 'info',
  })
  expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.0.1.0/24' }).trustProxy).toBe('10.0.0.1, 10.0.1.0/24')
})

test.each([
  ['PORT', '70000'],
  ['PORT', '3e3'],
  ['PORT', '-1'],
  ['TRUST_PROXY', 'true'],
  ['LOG_LEVEL', 'bavard'],
])('a wrong %s (%s) is refused in one French sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^le réglage ${name} \\(« ${value} »\\) n'est pas valable : il faut .+\\.$`),
  )
})

test('the address of a database is never repeated: it holds a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://diyar:secret@serveur/diyar' })).toThrow(
    /^le réglage DATABASE_URL n'est pas valable : [^:]+ postgres:/,
  )
  expect(() => readConfig({ DATABASE_URL: 'mysql://diyar:secret@serveur/diyar' })).not.toThrow(/secret/)
})
