// `npm run bench`: measures the product against yardsticks beside it, and prints the ratios (README.md).
import { runBench } from './run.ts'

process.exitCode = await runBench(process.argv.slice(2))
// Whatever still holds this process up has been ended with the stage.
process.exit()
