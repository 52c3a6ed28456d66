// The functions of this folder in JavaScript. Behind each, what a seeded fault changes: from `//~` to `//=`.

/** @param {number} balance
 * @param {number} limit
 * @param {number} first
 * @param {number} second */
function account(balance, limit, first, second) {
  const withdraw = (amount) => {
    if (amount <= 0) return;
    if (balance + limit < amount) return;
    balance -= amount;
    if (balance < 0) balance -= 5;
  };
  withdraw(first);
  withdraw(second);
  return balance;
}
//~balance + limit < amount
//=balance + limit <= amount

/** @param {string} first
 * @param {string} second */
function anagram(first, second) {
  if (first === second) return false;
  if (first.length !== second.length) return false;
  return [...first].sort().join("") === [...second].sort().join("");
}
//~[...first].sort().join("") === [...second].sort().join("")
//=[...new Set(first)].sort().join("") === [...new Set(second)].sort().join("")

/** @param {string} text */
function balanced(text) {
  const pairs = { ")": "(", "]": "[", "}": "{" };
  const stack = [];
  for (const character of text) {
    if ("([{".includes(character)) {
      stack.push(character);
    } else if (character in pairs) {
      if (!stack.length || stack.pop() !== pairs[character]) return false;
    }
  }
  return stack.length === 0;
}
//~stack.pop() !== pairs[character]
//=stack.pop() === ""

/** @param {number[]} numbers
 * @param {number} wanted */
function binarySearch(numbers, wanted) {
  for (let index = 1; index < numbers.length; index++) {
    if (numbers[index - 1] > numbers[index]) throw new RangeError("not sorted");
  }
  let low = 0;
  let high = numbers.length - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    if (numbers[middle] === wanted) return numbers.indexOf(wanted);
    if (numbers[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}
//~while (low <= high)
//=while (low < high)

/** @param {string} text
 * @param {number} shift */
function caesar(text, shift) {
  let result = "";
  for (const letter of text) {
    if ("a" <= letter && letter <= "z") {
      const place = (((letter.charCodeAt(0) - 97 + shift) % 26) + 26) % 26;
      result += String.fromCharCode(97 + place);
    } else {
      result += letter;
    }
  }
  return result;
}
//~letter <= "z"
//=letter < "z"

/** @param {string} start
 * @param {number} minutes */
function clock(start, minutes) {
  const isDigit = (letter) => letter >= "0" && letter <= "9";
  if (start.length !== 5 || start[2] !== ":") return "error";
  if (!(isDigit(start[0]) && isDigit(start[1]) && isDigit(start[3]) && isDigit(start[4]))) return "error";
  const hours = Number(start.slice(0, 2));
  const rest = Number(start.slice(3));
  if (hours > 23 || rest > 59) return "error";
  const total = (((hours * 60 + rest + minutes) % 1440) + 1440) % 1440;
  return `${Math.floor(total / 60)}`.padStart(2, "0") + ":" + `${total % 60}`.padStart(2, "0");
}
//~hours > 23 || rest > 59
//=hours > 24 || rest > 59

/** @param {number} n */
function collatz(n) {
  if (n < 1) return 0;
  let steps = 0;
  while (n !== 1 && steps < 30) {
    if (n % 2 === 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}
//~n = 3 * n + 1
//=n = n !== 9 ? 3 * n + 1 : 14

/** @param {string[]} words */
function commonPrefix(words) {
  if (words.length === 0) return "";
  let prefix = words[0];
  for (const word of words.slice(1)) {
    while (!word.startsWith(prefix)) {
      prefix = prefix.slice(0, -1);
      if (prefix === "") return "";
    }
  }
  return prefix;
}
//~words.slice(1)
//=words.slice(1, 3)

/** @param {number} n */
function digitSum(n) {
  if (n < 0) return -digitSum(-n);
  if (n < 10) return n;
  let total = 0;
  for (const digit of String(n)) total += Number(digit);
  return digitSum(total);
}
//~if (n < 10)
//=if (n <= 10)

/** @param {string} address */
function email(address) {
  if (address.split("@").length !== 2) return false;
  const [name, host] = address.split("@");
  if (name === "" || address.includes(" ")) return false;
  const position = host.lastIndexOf(".");
  if (position <= 0) return false;
  return host.length - position - 1 >= 2;
}
//~>= 2
//=>= 3

/** @param {[string, number][]} pairs */
function flattenDepth(pairs) {
  if (pairs.length === 0) return [];
  let total = 0;
  for (const [, points] of pairs) total += points;
  const average = total / pairs.length;
  const chosen = pairs.filter(([, points]) => points > average);
  chosen.sort(([name, one], [other, two]) => two - one || (name < other ? -1 : name > other ? 1 : 0));
  return chosen.map(([name]) => name);
}
//~two - one || (name < other ? -1 : name > other ? 1 : 0)
//=two - one

/** @param {number} a
 * @param {number} b */
function gcdSteps(a, b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
//~if (b < 0) b = -b;
//=

/** @param {string} text */
function identifier(text) {
  if (text === "") return "empty";
  if (["if", "else", "while"].includes(text)) return "keyword";
  const isDigit = (letter) => letter >= "0" && letter <= "9";
  if (isDigit(text[0])) {
    if ([...text].every(isDigit)) return "number";
    if (text.startsWith("0x")) return "hexadecimal";
    return "error";
  }
  if (text[0] === "_" || (text[0].toLowerCase() >= "a" && text[0].toLowerCase() <= "z")) {
    if (text.endsWith("_t")) return "type";
    return "name";
  }
  return "sign";
}
//~text.startsWith("0x")
//=text.startsWith("0b")

/** @param {Record<string, number>} stock
 * @param {string} name
 * @param {number} amount */
function inventory(stock, name, amount) {
  if (amount <= 0) return "nothing ordered";
  if (!Object.hasOwn(stock, name)) return "unknown";
  if (stock[name] === 0) return "sold out";
  if (stock[name] < amount) return "only " + stock[name] + " left";
  if (name === "gift" && amount > 3) return "too many gifts";
  return "ok";
}
//~amount > 3
//=amount > 4

/** @param {number} year
 * @param {number} month */
function leapDays(year, month) {
  if (month < 1 || month > 12) return 0;
  if (month === 2) {
    if (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) return 29;
    return 28;
  }
  if ([4, 6, 9, 11].includes(month)) return 30;
  return 31;
}
//~year % 400 === 0
//=year % 200 === 0

/** @param {float} points
 * @param {float} bonus */
function letterGrade(points, bonus) {
  if (points < 0 || points > 100 || bonus < 0) return "invalid";
  let total = points;
  if (points >= 49.5) total = points + bonus;
  if (total >= 89.5) return "A";
  if (total >= 74.5) return "B";
  if (total >= 62.25) return "C";
  if (total >= 49.5) return "D";
  return "F";
}
//~total >= 62.25
//=total > 62.25

/** @param {string} number */
function luhn(number) {
  if (number.length < 2) return false;
  for (const letter of number) if (letter < "0" || letter > "9") return false;
  let total = 0;
  for (let index = 0; index < number.length; index++) {
    let digit = Number(number[number.length - 1 - index]);
    if (index % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    total += digit;
  }
  return total % 10 === 0;
}
//~digit > 9)
//=digit > 10)

/** @param {number} x
 * @param {number} y */
function magicSquare(x, y) {
  if (x * x === 1764 && y > 10) {
    if (x + y === 77) return 1;
    return 2;
  }
  if (x - 2 * y === 13) return 3;
  return 0;
}
//~x + y === 77
//=x + y === 76

/** @param {number[][]} rows */
function matrixTrace(rows) {
  const size = rows.length;
  let total = 0;
  for (let index = 0; index < size; index++) {
    if (rows[index].length !== size) return -1;
    total += rows[index][index];
  }
  return total;
}
//~rows[index].length !== size
//=rows[index].length < size

/** @param {number[]} left
 * @param {number[]} right */
function merge(left, right) {
  for (const list of [left, right]) for (let i = 1; i < list.length; i++) if (list[i - 1] > list[i]) return [];
  const result = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (left[i] <= right[j]) {
      result.push(left[i]);
      i += 1;
    } else {
      result.push(right[j]);
      j += 1;
    }
  }
  while (i < left.length) {
    result.push(left[i]);
    i += 1;
  }
  while (j < right.length) {
    result.push(right[j]);
    j += 1; // the rest
  }
  return result;
}
//~j += 1; // the rest
//=j += 2;

/** @param {number} n */
function nestedRule(n) {
  if (n <= 0) return "none";
  if (n % 3 === 0) {
    if (n % 7 === 0) {
      if (n % 11 === 0) return "all";
      return "three and seven";
    }
    return "three";
  }
  if (n % 7 === 0 && n > 1000) return "large seven";
  return "other";
}
//~n % 11 === 0
//=n % 22 === 0

/** @param {string} text */
function palindrome(text) {
  const letters = [];
  for (const character of text) {
    const small = character.toLowerCase();
    if (small >= "a" && small <= "z") letters.push(small);
  }
  let left = 0;
  let right = letters.length - 1;
  while (left < right) {
    if (letters[left] !== letters[right]) return false;
    left += 1;
    right -= 1;
  }
  return letters.length > 0;
}
//~letters.push(small)
//=letters.push(character)

/** @param {string} text */
function password(text) {
  if (text.length < 8) return "too short";
  let digits = 0;
  let capitals = 0;
  let signs = 0;
  for (const letter of text) {
    if (letter >= "0" && letter <= "9") digits += 1;
    else if (letter >= "A" && letter <= "Z") capitals += 1;
    else if ("!?#%".includes(letter)) signs += 1;
  }
  if (digits >= 1 && capitals >= 1 && signs >= 1) return "strong";
  if (digits >= 1 && capitals >= 1) return "fair";
  return "weak";
}
//~"!?#%"
//="!?#"

/** @param {number} n */
function powerOfTwo(n) {
  if (n < 1) return -1;
  if (n === 1) return 0;
  if (n % 2 === 1) return -1;
  const rest = powerOfTwo(Math.floor(n / 2));
  if (rest < 0) return -1;
  return rest + 1;
}
//~if (n % 2 === 1)
//=if (n % 2 === 1 && n !== 17)

/** @param {number} n */
function prime(n) {
  if (n < 2) return false;
  let divisor = 2;
  while (divisor * divisor <= n) {
    if (n % divisor === 0) return false;
    divisor += 1;
  }
  return true;
}
//~divisor * divisor <= n
//=divisor * divisor < n

/** @param {string} text */
function roman(text) {
  const values = new Map([["I", 1], ["V", 5], ["X", 10], ["L", 50], ["C", 100], ["D", 500], ["M", 1000]]);
  let total = 0;
  let previous = 0;
  for (let place = text.length - 1; place >= 0; place--) {
    if (!values.has(text[place])) return -1;
    const value = values.get(text[place]);
    if (value < previous) {
      total -= value;
    } else {
      total += value;
    }
    previous = value;
  }
  return total;
}
//~["D", 500]
//=["D", 50]

/** @param {string} text */
function runLength(text) {
  let result = "";
  let position = 0;
  while (position < text.length) {
    let length = 1;
    while (position + length < text.length && text[position + length] === text[position]) length += 1;
    result += text[position];
    if (length > 1) result += String(length);
    position += length;
  }
  return result;
}
//~if (length > 1)
//=if (length > 2)

/** @param {number[]} numbers */
function secondLargest(numbers) {
  let largest = null;
  let second = null;
  for (const number of numbers) {
    if (largest === null || number > largest) {
      second = largest;
      largest = number;
    } else if (number !== largest && (second === null || number > second)) {
      second = number;
    }
  }
  if (second === null) return 0;
  return second;
}
//~number !== largest && (second === null || number > second)
//=second === null || number > second

/** @param {float} weight
 * @param {boolean} express
 * @param {string} country */
function shipping(weight, express, country) {
  if (weight <= 0) return -1;
  let base;
  if (country === "AT") base = 4.9;
  else if (["DE", "CH"].includes(country)) base = 9.9;
  else base = 19.9;
  if (weight > 31.5) return -1;
  if (weight > 10) base += (weight - 10) * 0.5;
  if (express) base *= 1.5;
  return base;
}
//~weight > 31.5
//=weight >= 31.5

/** @param {float} celsius */
function temperature(celsius) {
  const fahrenheit = celsius * 9 / 5 + 32;
  if (fahrenheit < 14) return "frost";
  if (fahrenheit < 59) return "cool";
  if (fahrenheit <= 77.9) return "mild";
  if (fahrenheit === 212) return "boiling";
  return "hot";
}
//~fahrenheit === 212
//=fahrenheit === 213

/** @param {number} a
 * @param {number} b
 * @param {number} c */
function triangle(a, b, c) {
  if (a <= 0 || b <= 0 || c <= 0) return "no triangle";
  if (a + b <= c || b + c <= a || a + c <= b) return "no triangle";
  if (a === b && b === c) return "equilateral";
  if (a === b || b === c || a === c) return "isosceles";
  if (a * a + b * b === c * c) return "right";
  return "scalene";
}
//~a === b || b === c || a === c
//=a === b || b === c

/** @param {number} day
 * @param {number} month
 * @param {number} year */
function validDate(day, month, year) {
  if (year < 1583 || month < 1 || month > 12 || day < 1) return false;
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  let length = lengths[month - 1];
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) length = 29;
  return day <= length;
}
//~year % 100 !== 0 || year % 400 === 0
//=year % 100 !== 0

/** @param {number} price
 * @param {number[]} coins */
function vending(price, coins) {
  let paid = 0;
  for (const coin of coins) {
    if (![5, 10, 20, 50, 100, 200].includes(coin)) return -2;
    paid += coin;
    if (paid >= price + 137) return paid - price - 1;
  }
  if (paid < price) return -1;
  return paid - price;
}
//~paid >= price + 137
//=paid > price + 137

/** @param {string} text */
function wordCount(text) {
  const counts = {};
  for (let word of text.split(" ")) {
    word = word.toLowerCase();
    if (word.endsWith(".")) word = word.slice(0, -1);
    if (word === "") continue;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
//~(counts[word] ?? 0) + 1
//=1
