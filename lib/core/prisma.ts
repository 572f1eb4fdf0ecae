import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import pg, { type PoolClient } from 'pg'
import { db, type Queryable } from './db.ts'
import { type Prisma, PrismaClient } from './generated/prisma/client.ts'

/** Prisma's models, on the pool or inside of a transaction. */
export type Models = Prisma.TransactionClient

const onPools = new WeakMap<pg.Pool, PrismaClient>()
const inTransactions = new WeakMap<Queryable, Models>()

/**
 * Prisma Client, for ordinary reads and writes (docs/decisions/0039).
 * @param on the pool, or the connection of a transaction that `transaction` of lib/core/outbox.ts has begun
 * @throws Error for any other connection
 */
export function prisma(on: Queryable = db()): Models {
  if (on instanceof pg.Pool) return onPool(on)
  const known = inTransactions.get(on)
  if (!known) throw new Error('Prisma works on the pool and inside of `transaction`.')
  return known
}

function onPool(pool: pg.Pool): PrismaClient {
  const known = onPools.get(pool)
  if (known) return known
  const created = new PrismaClient({ adapter: new AdapterFactory(pool) })
  onPools.set(pool, created)
  return created
}

/**
 * Lets `prisma` work on a connection until its transaction ends. Prisma is told of the transaction when it is used first.
 * @returns ends that, before the transaction is committed or rolled back; Prisma itself does neither
 */
export function joinPrisma(client: PoolClient): () => Promise<void> {
  let joined: Joined | undefined
  const open = () => {
    joined ??= join(client)
    return joined.models
  }
  inTransactions.set(client, whenOpen(open))
  return async () => {
    inTransactions.delete(client)
    await joined?.leave()
  }
}

type Joined = { readonly models: Promise<Models>; leave(): Promise<void> }

/** The connection whose transaction Prisma is to join, while it asks for one. */
const joining = new AsyncLocalStorage<PoolClient>()
/** The transaction's own limits hold, and not Prisma's five seconds. */
const LONG_MS = 3_600_000

/** One client of Prisma's serves all transactions: a client for each connection would take 10 MB and 50 ms each. */
function join(client: PoolClient): Joined {
  const models = Promise.withResolvers<Models>()
  const end = Promise.withResolvers<void>()
  const transaction = joining.run(client, () =>
    onPool(db()).$transaction(
      (inside) => {
        models.resolve(inside)
        return end.promise
      },
      { timeout: LONG_MS },
    ),
  )
  transaction.catch(models.reject)
  return {
    models: models.promise,
    leave() {
      end.resolve()
      return transaction
    },
  }
}

/** The models of a transaction that is opened by the first call. */
function whenOpen(open: () => Promise<Models>): Models {
  const modelOf = (name: PropertyKey) =>
    new Proxy(
      {},
      {
        get: (_, action) => async (args: unknown) => {
          const model = Reflect.get(await open(), name)
          return Reflect.get(model, action)(args)
        },
      },
    )
  return new Proxy({} as Models, { get: (_, name) => modelOf(name) })
}

/** Prisma's own adapter for Postgres, which joins a transaction where there is one to be joined. */
class AdapterFactory implements SqlDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = '@prisma/adapter-pg'
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async connect(): Promise<SqlDriverAdapter> {
    const adapter: SqlDriverAdapter = await adapterOn(this.#pool)
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolation) => {
      const client = joining.getStore()
      return client ? transactionOn(client) : begin(isolation)
    }
    return adapter
  }
}

/** Postgres parses each text once for each connection. */
const statementNameGenerator = ({ sql }: SqlQuery) => createHash('sha1').update(sql).digest('base64url')

const adapterOn = (pool: pg.Pool) => new PrismaPg(pool, { statementNameGenerator }).connect()

/** A transaction's connection in the form that Prisma's adapter asks for. */
class PoolOfOne extends pg.Pool {
  override query: pg.Pool['query']

  constructor(client: PoolClient) {
    super()
    this.query = client.query.bind(client)
  }
}

async function transactionOn(client: PoolClient): Promise<Transaction> {
  const adapter: SqlDriverAdapter = await adapterOn(new PoolOfOne(client))
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // Prisma sends no COMMIT and no ROLLBACK of its own.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: async () => undefined,
    rollback: async () => undefined,
  }
}
