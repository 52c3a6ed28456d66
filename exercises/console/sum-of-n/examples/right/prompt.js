const n = Number(prompt("How many numbers? "));
let total = 0;
for (let i = 0; i < n; i++) {
  console.log(`${n - i} to go`);
  total += Number(prompt());
}
console.log("The sum is", total);
