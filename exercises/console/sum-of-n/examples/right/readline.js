const rl = require("readline").createInterface({ input: process.stdin });
let left = null;
let total = 0;
const end = () => {
  console.log(total);
  rl.close();
};
rl.on("line", (line) => {
  if (left === null) left = Number(line);
  else {
    total += Number(line);
    left -= 1;
  }
  if (left === 0) end();
});
