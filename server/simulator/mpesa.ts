// Puts the parts of M-Pesa together around one book.
import { Acknowledgement } from './acknowledgement.ts'
import { B2c } from './b2c.ts'
import { Balance } from './balance.ts'
import { Book, emptyBook } from './book.ts'
import { C2b } from './c2b.ts'
import { Deliveries } from './deliveries.ts'
import { Handsets } from './handsets.ts'
import { Initiator } from './initiator.ts'
import { Tokens } from './oauth.ts'
import { OutcomeChoice } from './outcome-choice.ts'
import { Prompts } from './prompts.ts'
import { Results } from './result.ts'
import { Reversal } from './reversal.ts'
import { Schedule } from './schedule.ts'
import type { Merchant, Settings } from './settings.ts'
import type { State } from './state-file.ts'
import { Statement } from './statement.ts'
import { Status } from './status.ts'
import { Stk } from './stk.ts'

type Options = {
  merchant: Merchant
  settings: () => Settings
  saved: State | undefined
  openingUtilityCents: bigint
  /** Called after every change of what is kept. */
  changed: () => void
  onError: (error: unknown) => void
}

export type Mpesa = ReturnType<typeof createMpesa>

export function createMpesa({ merchant, settings, saved, openingUtilityCents, changed, onError }: Options) {
  const schedule = new Schedule(onError)
  const now = () => schedule.now()
  const book = new Book({
    state: saved?.book ?? emptyBook(openingUtilityCents),
    now,
    limits: settings,
    changed,
  })
  const handsets = new Handsets({ messages: saved?.messages ?? {}, now, changed })
  const deliveries = new Deliveries(schedule, settings)
  const tokens = new Tokens(merchant, settings, now)
  const choice = new OutcomeChoice(() => settings().defaultOutcome)
  const acknowledgement = new Acknowledgement({ tokens, schedule, settings })
  const initiator = new Initiator(merchant, settings, now)
  const shared = { merchant, settings, schedule, book, handsets, deliveries, changed }
  const c2b = new C2b({ ...shared, urls: saved?.urls })
  const prompts = new Prompts({
    ...shared,
    prompts: saved?.prompts ?? [],
    confirm: (line) => c2b.confirm(line),
  })
  const stk = new Stk({ ...shared, prompts, choice, acknowledgement })
  const results = new Results({ ...shared, acknowledgement })
  const ordered = { ...shared, initiator, choice, results }
  const b2c = new B2c({ ...ordered, payouts: saved?.payouts ?? [] })
  return {
    ...ordered,
    tokens,
    prompts,
    c2b,
    stk,
    b2c,
    status: new Status({ ...ordered, b2c }),
    balance: new Balance(ordered),
    reversal: new Reversal(ordered),
    statement: new Statement(shared),
  }
}

/** What has to be there again after a restart. */
export function takeSnapshot({ book, prompts, b2c, handsets, c2b }: Mpesa): State {
  return {
    version: 1,
    book: book.state,
    prompts: prompts.state(),
    payouts: b2c.state(),
    messages: handsets.state(),
    ...(c2b.urls && { urls: c2b.urls }),
  }
}
