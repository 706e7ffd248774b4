// Loaded before the product by tests: packages that this machine does not have. WITHOUT names them, by how their names begin.
const Module = require('node:module')

const missing = (process.env.WITHOUT ?? '').split(' ').filter((name) => name !== '')
const resolve = Module._resolveFilename
Module._resolveFilename = (request, ...rest) => {
  if (missing.some((name) => request.startsWith(name)))
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' })
  return resolve(request, ...rest)
}
