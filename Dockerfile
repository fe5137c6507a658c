# The product as an image: built in the first stages, run in the last one by a user without rights, from a read-only folder.
# The data folder is /data: a volume, or nothing of value where DATABASE_URL and APP_SECRET are given.

FROM node:24.19.0-bookworm-slim AS packages
WORKDIR /app
# SQLite's module is compiled where no ready-made one fits.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund

FROM packages AS build
COPY . .
RUN node scripts/build.mjs

FROM packages AS production-packages
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24.19.0-bookworm-slim AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=production-packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/package.json ./
COPY --from=build /app/deploy/groundwork ./deploy/
# `docker compose exec app-1 groundwork doctor`
RUN ln -s /app/deploy/groundwork /usr/local/bin/groundwork \
  && mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Node itself asks, because the image has no other client. A starting product may first have to migrate a large database,
# which is no failure: within the hour only a success counts.
HEALTHCHECK --interval=10s --timeout=5s --start-period=1h --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Node is process 1 and gets the signals: it accepts for DRAIN_DELAY_MS, and lets open requests finish within ten seconds.
CMD ["node", "build/server.js"]
