import { setTimeout as pause } from 'node:timers/promises'
import { waitForEnd } from '#server/local/run-program.ts'
import { until } from '../support/until.ts'
import { askBalance, Banking } from './banking.ts'
import { withholdTax } from './checks/tax.ts'
import { closeMonth } from './closing.ts'
import { compareBooks } from './compare-books.ts'
import { giveGifts } from './crowd.ts'
import { rowsOf } from './database.ts'
import { falsify } from './falsify.ts'
import { enterVideos, subscribe, topUp } from './joining.ts'
import { Killer } from './killer.ts'
import { Month } from './month.ts'
import { addTracks, appointStaff, register } from './people.ts'
import { drawReport, readFigures, type Story } from './report.ts'
import { dealWithRing, dismissOthers } from './ring.ts'
import { openStage, type Stage } from './stage.ts'
import { Watchers } from './watchers.ts'
import { WebClient } from './web-client.ts'
import type { Wishes } from './wishes.ts'
import { waitForPayday, withdraw } from './withdrawing.ts'

/** Deaths outside the gifts: at the subscriptions, at the close, and at the payouts before and after it. */
const OTHER_DEATHS = 4
const TRACKS_EACH = 3
/** Watched all month. */
const WATCHED = 5

/** Plays a month and compares all books. @returns the exit code: 1 with differences, which are printed */
export async function simulateMonth(wishes: Wishes): Promise<number> {
  console.log(
    `SEED=${wishes.seed}: ${wishes.gifts} gifts, ${wishes.dancers} dancers, ${wishes.musicians} musicians.`,
  )
  const startedAt = Date.now()
  const stage = await openStage()
  const leave = async () => {
    await stage.end()
    process.exit(130)
  }
  void waitForEnd(() => process.exit(130)).then(leave)
  const web = new WebClient(`http://127.0.0.1:${stage.config.ports.web}`)
  try {
    const story = await play(new Month(stage, web, new Killer(stage, wishes), wishes))
    const differences = story.differences
    console.log(drawReport({ ...story, seconds: (Date.now() - startedAt) / 1_000 }))
    for (const difference of differences) console.error(`✗ ${difference}`)
    if (differences.length > 0)
      console.error(`${differences.length} differences. Again with SEED=${wishes.seed}.`)
    return differences.length > 0 ? 1 : 0
  } finally {
    web.end()
    await stage.end()
  }
}

async function play(month: Month): Promise<Omit<Story, 'seconds'>> {
  const { stage, wishes, killer } = month
  const { parts, mpesa, clock } = stage
  await mpesa.configure({
    acceptMs: 200,
    callbackMs: 50,
    lateMs: 3_000,
    promptMs: 2_000,
    slowMs: 1_500,
    resultMs: 200,
    queueTimeOutMs: 400,
    queriesPerMinute: 0,
    msisdn: 'plain',
    statementPageSize: 1_000,
  })
  await mpesa.fund(1_000_000_000)
  await clock.moveTo(new Date(clock.month.startsAt.getTime() + 10 * 3_600_000))
  await Promise.all([parts.worker, parts.web, parts.realtime].map((part) => part.begin()))
  month.challengeId = await openedMonth(stage)
  month.tell(`${clock.month.name} has begun`)
  await askBalance(month)

  const musicians = await register(month, 'copyright_owner', wishes.musicians)
  await addTracks(month, musicians, TRACKS_EACH)
  const dancers = await register(month, 'dancer', wishes.dancers)
  const like = musicians[0] ?? fail('no musician')
  const officer = await appointStaff(month, like, 'compliance_officer', 'Officer')
  const banking = await Banking.open(month, like)
  const admins = [
    await appointStaff(month, like, 'super_admin', 'Wanjiru'),
    await appointStaff(month, like, 'super_admin', 'Otieno'),
  ] as const
  await subscribe(month, dancers)
  month.tell(`${dancers.length} dancers are subscribed`)
  const contestants = await enterVideos(month, dancers, officer)
  month.tell(`${contestants.length} videos are in the contest`)
  const watchers = new Watchers(stage.config.ports.realtime)
  watchers.watch(contestants.slice(0, WATCHED).map(({ id }) => id))

  const people = [...dancers, ...musicians]
  const crowd = await giveGifts(month, contestants, {
    deaths: Math.max(0, wishes.kills - OTHER_DEATHS),
    halfWay: async () => {
      await dealWithRing(month, admins, contestants[0] ?? fail('no contestant'))
      await dismissOthers(month, officer)
      await month.inTurns(people.slice(0, 12), 6, (person) => topUp(month, person, 100))
      const asked = await withdraw(month, people, 0.5)
      killer.soon()
      month.tell(`${asked} people have withdrawn`)
      await banking.move(dancers[0]?.phone ?? fail('no dancer'))
      month.tell('money was taken to the bank, float was put in, M-Pesa and the bank have charged')
    },
  })
  const hoursToClose = await closeMonth(month)
  await banking.move(dancers[0]?.phone ?? fail('no dancer'))
  month.tell(`closed ${hoursToClose.toFixed(1)} hours after its end`)
  await dismissOthers(month, officer)
  const asked = await withdraw(month, people, 1)
  killer.soon()
  await waitForPayday(month)
  month.tell(`${asked} people have withdrawn what they won`)
  while (killer.left > 0) killer.soon()
  await killer.rest()
  month.tell(`${killer.dead.length} processes were killed, and all are up again`)
  await month.readStatement(47)
  await month.settle()
  month.tell('M-Pesa’s statement is read, and all that it told is settled')
  await dismissOthers(month, officer)
  await month.listGifts()
  month.tell('every counted gift is on the public list: the books are compared')
  if (wishes.falsify) await falsify(stage, wishes.falsify)
  const differences = [...(await compareBooks(month, people, watchers)), ...(await banking.compare())]
  watchers.end()
  return { month, crowd, watchers, hoursToClose, figures: await readFigures(month), differences }
}

/** Earlier dancers take half of the launch fee's slots. */
async function openedMonth(stage: Stage): Promise<string> {
  const found = await until('the worker has opened the month', async () => {
    const [row] = await rowsOf<{ id: string }>(stage.database, 'SELECT id FROM challenge')
    await pause(100)
    return row?.id
  })
  await rowsOf(stage.database, 'UPDATE challenge SET launch_slots = 30 WHERE id = $1', [found])
  await withholdTax(stage.database)
  return found
}

function fail(why: string): never {
  throw new Error(why)
}
