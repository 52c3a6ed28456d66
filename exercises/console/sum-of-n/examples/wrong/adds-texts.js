const n = Number(prompt());
let total = 0;
for (let i = 0; i < n; i++) {
  total += prompt();
}
console.log(total);
