// Reads a client's PostgreSQL statements from the connection, so that a test can cut the connection at any of
// them.
// https://www.postgresql.org/docs/18/protocol-message-formats.html

/**
 * A transaction's kind, by its first statement. Statements are compared without quotes, case and row limits,
 * which vary.
 */
export type Work =
  | 'take-prompt'
  | 'note-answer'
  | 'settle'
  | 'forget-sent'
  | 'relay'
  | 'take-payout'
  | 'settle-result'
  | 'close-month'
  | 'other'

/**
 * A statement that is about to run: number `place` of its transaction (BEGIN is 0), and number `turn` with
 * this text. Only `place` varies between runs, because different changes are separate statements.
 */
export type Step = { work: Work; transaction: number; place: number; turn: number; text: string }

/** A step that starts at byte `from`. Several statements can arrive together. */
export type HeardStep = Step & { from: number }

const firstStatements: readonly [Work, RegExp][] = [
  ['take-prompt', /^SELECT id, amount, phone, .* FROM payment_intent WHERE state = 'created'/],
  [
    'note-answer',
    /^SELECT id FROM payment_intent WHERE id = ANY\(\$1::uuid\[\]\) ORDER BY id FOR NO KEY UPDATE/,
  ],
  // Must precede `settle`, whose pattern also matches this statement.
  ['settle-result', /FROM callback_inbox .* kind = ANY/i],
  ['settle', /FROM callback_inbox/i],
  ['take-payout', /FROM payout_alert/i],
  ['close-month', /^SELECT id FROM challenge WHERE id = \$1 FOR UPDATE$/i],
  ['relay', /FROM outbox/],
]

/** Statements outside transactions. */
const alone: readonly [Work, RegExp][] = [['forget-sent', /^DELETE FROM outbox WHERE id = ANY/]]

const findsNothing: ReadonlySet<Work> = new Set(['take-prompt', 'settle-result'])

type Connection = {
  waiting: Buffer
  greeted: boolean
  prepared: Map<string, string>
  bound: string
  transaction: { work: Work; transaction: number; place: number; texts: string[] } | undefined
}

let transactions = 0

/** @returns a function that reads a connection's bytes and returns the steps that start in them */
export function readSteps(): (connection: number, bytes: Buffer) => HeardStep[] {
  const connections = new Map<number, Connection>()
  return (id, bytes) => {
    const fresh = {
      waiting: Buffer.alloc(0),
      greeted: false,
      prepared: new Map(),
      bound: '',
      transaction: undefined,
    }
    const connection: Connection = connections.get(id) ?? fresh
    connections.set(id, connection)
    const before = connection.waiting.length
    connection.waiting = Buffer.concat([connection.waiting, bytes])
    return [...messages(connection)].flatMap((message) => {
      const text = statementOf(connection, message)
      return text === undefined
        ? []
        : [{ ...stepOf(connection, text), from: Math.max(0, message.start - before) }]
    })
  }
}

type Message = { type: string; body: Buffer; start: number }

/** Yields the complete messages. The first message of a connection has no type. */
function* messages(connection: Connection): Generator<Message> {
  for (let start = 0; ; ) {
    const head = connection.greeted ? 1 : 0
    const { waiting } = connection
    if (waiting.length < head + 4) return
    const end = head + waiting.readUInt32BE(head)
    if (waiting.length < end) return
    const type = connection.greeted ? String.fromCharCode(waiting.readUInt8(0)) : ''
    connection.waiting = waiting.subarray(end)
    connection.greeted = true
    yield { type, body: waiting.subarray(head + 4, end), start }
    start += end
  }
}

function statementOf(connection: Connection, { type, body }: Message): string | undefined {
  const texts = body.toString('utf8').split('\0')
  if (type === 'Q') return texts[0]
  if (type === 'P') connection.prepared.set(texts[0] ?? '', texts[1] ?? '')
  if (type === 'B') connection.bound = connection.prepared.get(texts[1] ?? '') ?? ''
  return type === 'E' ? connection.bound : undefined
}

function stepOf(connection: Connection, statement: string): Step {
  const text = statement
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bLIMIT \d+/g, 'LIMIT n')
    .trim()
  const begins = text.startsWith('BEGIN')
  if (begins) connection.transaction = { work: 'other', transaction: ++transactions, place: 0, texts: [] }
  const { transaction } = connection
  if (!transaction) {
    const work = alone.find(([, pattern]) => pattern.test(text))?.[0]
    return { work: work ?? 'other', transaction: work ? ++transactions : 0, place: 0, turn: 0, text }
  }
  const { texts, ...begun } = transaction
  if (begins) return { ...begun, turn: 0, text }
  transaction.place += 1
  if (transaction.place === 1)
    transaction.work = firstStatements.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
  if (text === 'COMMIT' || text === 'ROLLBACK') connection.transaction = undefined
  // The transaction found no prompts or payout results.
  if (text === 'COMMIT' && transaction.place === 2 && findsNothing.has(transaction.work))
    transaction.work = 'other'
  const turn = texts.filter((one) => one === text).length
  texts.push(text)
  return { work: transaction.work, transaction: begun.transaction, place: transaction.place, turn, text }
}
