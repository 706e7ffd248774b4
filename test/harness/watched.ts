import type { Db } from '#server/database/db.ts'

/** The same database; `answered` is called once each statement is answered, and whoever asked goes on when it is done. */
export const watched = (db: Db, answered: () => void | Promise<void>): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await answered()
      return result
    },
  })
