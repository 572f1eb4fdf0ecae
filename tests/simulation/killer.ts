import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '#prisma/seed/random.ts'
import { type MortalName, mortals, type Stage } from './stage.ts'
import type { Wishes } from './wishes.ts'

/** Of twenty deaths: most are those that move money. */
const SHARES: Record<MortalName, number> = { worker: 7, web: 5, realtime: 3, redis: 3, postgres: 2 }
/** A death comes at some moment within so many ms after it was ordered. */
const WITHIN_MS = 600

/** Kills processes outright, one after the other, whenever the month comes to a place where one is to die. */
export class Killer {
  /** What has died, in turn. */
  readonly dead: MortalName[] = []
  readonly #stage: Stage
  readonly #victims: MortalName[]
  readonly #chance: Chance
  #busy: Promise<void> = Promise.resolve()
  #failure: unknown
  #redisDeaths = 0

  constructor(stage: Stage, { seed, kills, victims }: Wishes) {
    this.#stage = stage
    this.#chance = chanceOf(`${seed}:kills`)
    this.#victims = drawVictims(kills, victims, this.#chance)
  }

  /** How many are still to die. */
  get left(): number {
    return this.#victims.length
  }

  /** The next one dies soon, and comes back. Nobody waits for it. */
  soon(): void {
    const victim = this.#victims.shift()
    if (!victim) return
    const delay = this.#chance.whole(0, WITHIN_MS)
    this.#busy = this.#busy
      .then(() => this.#kill(victim, delay))
      .catch((error: unknown) => {
        this.#failure ??= error
      })
  }

  /** Resolves when everything is up again. @throws Error where something did not come back */
  async rest(): Promise<void> {
    await this.#busy
    for (const part of Object.values(this.#stage.parts)) await part.up()
    if (this.#failure) throw this.#failure
  }

  async #kill(victim: MortalName, delay: number): Promise<void> {
    await pause(delay)
    // Every second time Redis has lost what it knew as well.
    const loses = victim === 'redis' && ++this.#redisDeaths % 2 === 0
    await this.#stage.parts[victim].kill(loses ? this.#stage.loseRedis : undefined)
    this.dead.push(victim)
    await this.#stage.parts[victim].up()
  }
}

/** @param only names, where not everybody is to die */
function drawVictims(kills: number, only: string, chance: Chance): MortalName[] {
  const names = mortals.filter((name) => only === '' || only.split(',').includes(name))
  const all = names.flatMap((name) => Array.from({ length: SHARES[name] }, () => name))
  const drawn: MortalName[] = []
  // One of each at least, as far as there are so many.
  for (let round = chance.shuffle(names); drawn.length < kills; round = chance.shuffle(all))
    drawn.push(...round)
  return chance.shuffle(drawn.slice(0, kills))
}
