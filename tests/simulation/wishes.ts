import { randomInt } from 'node:crypto'

/** Size and seed of a month. */
export type Wishes = {
  readonly seed: string
  readonly dancers: number
  readonly musicians: number
  readonly gifts: number
  /** Number of kills. */
  readonly kills: number
  /** Comma-separated victims: `web,worker`; default all. */
  readonly victims: string
  /** Named in --break: a falsification before the comparison, to see that it is found. */
  readonly falsify: string
}

/**
 * `--gifts=1000 --kills=5 --dancers=60 --musicians=14 --seed=… --break=…`; SEED in the environment is the
 * seed too.
 * @throws Error for an invalid number or option
 */
export function readWishes(args: readonly string[], source: Record<string, string | undefined>): Wishes {
  const given = new Map(args.map(readWish))
  const whole = (name: string, usual: number) => {
    const value = Number(given.get(name) ?? usual)
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} is a whole number.`)
    return value
  }
  const seed = given.get('seed') ?? (source.SEED || String(randomInt(1_000_000)))
  return {
    seed,
    dancers: whole('dancers', 60),
    musicians: whole('musicians', 14),
    gifts: whole('gifts', 20_000),
    kills: whole('kills', 20),
    victims: given.get('victims') ?? '',
    falsify: given.get('break') ?? '',
  }
}

const known = ['seed', 'dancers', 'musicians', 'gifts', 'kills', 'victims', 'break']

function readWish(arg: string): [string, string] {
  const [, name = '', value = ''] = /^--([a-z]+)=(.+)$/.exec(arg) ?? []
  if (!known.includes(name))
    throw new Error(`"${arg}" is no wish: ${known.map((one) => `--${one}=`).join(' ')}`)
  return [name, value]
}
