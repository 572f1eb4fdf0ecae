# One image recipe, a target for each process: web, worker, realtime, simulator, migrate.
# Production gives a base with its digest (deploy/single-server, docs/operations/images.md): --build-arg NODE_IMAGE=node:26…@sha256:…
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /ngoma
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# Prisma's schema engine and the packages of tests/packages are not needed.
RUN CI=true PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npm ci --workspaces=false --no-audit --no-fund

# A list of the packages. `npm sbom --omit=dev` forgets packages that development needs as well (npm 11), so they are removed first.
FROM packages AS package-list
RUN npm prune --omit=dev --no-save --no-audit --no-fund \
  && npm pkg delete devDependencies && npm sbom --sbom-format cyclonedx > sbom.json

# Sources and the database client, which is generated and not kept in git.
FROM packages AS sources
COPY . .
RUN node prisma/generate.ts

# The files of packages that the processes load, without those of development, other databases and other systems.
FROM sources AS files
COPY --from=package-list /ngoma/sbom.json ./
RUN node deploy/image-files.ts /files worker realtime migrate simulator

# Nothing of one installation goes into the build: addresses and secrets are read when a process starts.
FROM sources AS built
RUN LOG_LEVEL=error NODE_ENV=production npm run build && rm -rf .next/cache

FROM built AS web-files
COPY --from=files /ngoma/sbom.json ./
COPY --from=files /files /files
RUN node deploy/image-files.ts /files web \
  && find .next -name '*.map' -delete -o -name '*.nft.json' -delete \
  && rm -rf .next/build .next/diagnostics .next/trace .next/trace-build .next/turbopack .next/types

# Node and its system without npm, headers, caches and manuals, in one layer that all images have.
FROM ${NODE_IMAGE} AS trimmed
RUN rm -rf /opt/* /usr/local/include /usr/local/lib/node_modules /usr/local/share \
    /usr/local/bin/corepack /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    /root/.npm /tmp/* /usr/share/info /usr/share/locale /usr/share/man /var/cache/* /var/lib/apt/lists/* /var/log/* \
  && find /usr/share/doc -type f ! -name copyright -delete

FROM scratch AS node
COPY --from=trimmed / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /ngoma
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ngoma" \
      org.opencontainers.image.description="A monthly dance-video contest for Kenya, voted with M-Pesa" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# It needs nothing of the product but the Daraja schemas, and no package but zod.
FROM node AS simulator
ENV SIMULATOR_HOST=0.0.0.0 SIMULATOR_STATE_FILE=/ngoma/data/book.json
LABEL org.opencontainers.image.title="Ngoma, its M-Pesa simulator" \
      org.opencontainers.image.description="An M-Pesa to play with; never for real money"
COPY --from=files /files/simulator ./
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib/daraja lib/daraja
COPY --from=sources /ngoma/simulator simulator
RUN mkdir data && chown 1000:1000 data
EXPOSE 3002
USER 1000:1000
CMD ["node", "simulator/main.ts"]

FROM node AS runtime
COPY --from=files /files/shared ./
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib lib
COPY --from=sources /ngoma/messages messages

# Migrations, buckets and, for a demo, the seed: `docker compose up` runs it before anything else starts.
FROM runtime AS migrate
COPY --from=files /files/migrate ./
COPY --from=sources /ngoma/deploy/create-buckets.ts deploy/
COPY --from=sources /ngoma/prisma prisma
ENV NGOMA_PROCESS=migrate
USER 1000:1000
CMD ["sh", "-c", "node prisma/migrate.ts && node deploy/create-buckets.ts"]

FROM runtime AS realtime
COPY --from=files /files/realtime ./
COPY --from=sources /ngoma/server/realtime server/realtime
ENV REALTIME_HOST=0.0.0.0 NGOMA_PROCESS=realtime
EXPOSE 3001
USER 1000:1000
CMD ["node", "server/realtime/main.ts"]

# The library that reads and writes pictures.
FROM runtime AS runtime-with-pictures
COPY --from=files /files/pictures ./

FROM runtime-with-pictures AS worker
COPY --from=files /files/worker ./
COPY --from=sources /ngoma/workers workers
ENV WORKER_HOST=0.0.0.0 NGOMA_PROCESS=worker
EXPOSE 3006
USER 1000:1000
CMD ["node", "workers/main.ts"]

FROM runtime-with-pictures AS web
COPY --from=web-files /files/web ./
COPY --from=sources /ngoma/next.config.mjs /ngoma/tsconfig.json ./
COPY --from=sources /ngoma/server/web server/web
COPY --from=web-files /ngoma/.next .next
ENV WEB_HOST=0.0.0.0 NGOMA_PROCESS=web
EXPOSE 3000
USER 1000:1000
CMD ["node", "server/web/main.ts"]
