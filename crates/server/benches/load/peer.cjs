// boardgame.io with a game as small as one can be that has turns, dice and somebody who is hurt: what `cargo bench --bench load` compares.
const { Server, SocketIO } = require("boardgame.io/server");

const names = ["Finch", "Kestrel", "Tarn", "Basalt", "Sorrel", "Wren", "Heron", "Slate"];

const turns = {
  name: "turns",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ people: names.map((name, at) => ({ name, at, hp: 1000000 })), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    strike: ({ G, playerID, random }, whom) => {
      const dice = random.D6(3);
      G.people[whom].hp -= dice.reduce((sum, die) => sum + die, 0);
      G.last = { who: playerID, whom, dice };
    },
  },
};

// Sockets that are silent while thousands of others come are not dropped.
const transport = new SocketIO({ socketOpts: { pingInterval: 3600000, pingTimeout: 3600000 } });
const server = Server({ games: [turns], transport });
server.run({ port: 0, lobbyConfig: { apiPort: 0 } }).then(({ appServer }) => console.log(`LISTENS ${appServer.address().port}`));
