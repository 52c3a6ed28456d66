"""Functions in C that programs made from specifications use, each only where it is needed."""

from collections.abc import Mapping
from types import MappingProxyType

READ_LINE = """char *read_line(void) {
    size_t size = 0, room = 80;
    char *text = malloc(room);
    int c;
    while ((c = getchar()) != EOF && c != '\\n') {
        if (size + 2 > room) text = realloc(text, room *= 2);
        text[size++] = (char) c;
    }
    text[size] = '\\0';
    return text;
}"""
PLAIN: Mapping[str, str] = MappingProxyType(
    {
        "read_number": """long long read_number(void) {
    return atoll(read_line());
}""",
        "read_decimal": """double read_decimal(void) {
    return atof(read_line());
}""",
        "read_truth": """bool read_truth(void) {
    return strcmp(read_line(), "True") == 0;
}""",
        "floor_div": """long long floor_div(long long a, long long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}""",
        "floor_mod": """long long floor_mod(long long a, long long b) {
    return (a % b + b) % b;
}""",
        "length": """long long length(const char *text) {
    long long count = 0;
    for (; *text; text++) count += (*text & 0xC0) != 0x80;
    return count;
}""",
        "join": """char *join(const char *first, const char *second) {
    char *text = malloc(strlen(first) + strlen(second) + 1);
    return strcat(strcpy(text, first), second);
}""",
        "start_of": """char *start_of(const char *text, long long end) {
    const char *at;
    if (end < 0)
        for (at = text; *at; at++) end += (*at & 0xC0) != 0x80;
    for (at = text; *at; at++)
        if ((*at & 0xC0) != 0x80 && end-- <= 0) break;
    return strndup(text, at - text);
}""",
        "rest_of": """char *rest_of(const char *text, long long begin) {
    const char *at;
    if (begin < 0)
        for (at = text; *at; at++) begin += (*at & 0xC0) != 0x80;
    for (at = text; *at; at++)
        if ((*at & 0xC0) != 0x80 && begin-- <= 0) break;
    return strdup(at);
}""",
        "upper": """char *upper(const char *from) {
    char *text = strdup(from);
    for (char *c = text; *c; c++) *c = (char) toupper((unsigned char) *c);
    return text;
}""",
        "lower": """char *lower(const char *from) {
    char *text = strdup(from);
    for (char *c = text; *c; c++) *c = (char) tolower((unsigned char) *c);
    return text;
}""",
        "backwards": """char *backwards(const char *from) {
    size_t size = strlen(from), place = size;
    char *text = malloc(size + 1);
    for (size_t i = 0; i < size;) {
        size_t end = i + 1;
        while (end < size && (from[end] & 0xC0) == 0x80) end++;
        place -= end - i;
        memcpy(text + place, from + i, end - i);
        i = end;
    }
    text[size] = '\\0';
    return text;
}""",
    }
)
# For lists: LIST, ELEMENT and WORD stand for the kind; EQUAL and LESS compare two elements a and b.
LISTED: Mapping[str, str] = MappingProxyType(
    {
        "type": """typedef struct {
    ELEMENT*items;
    long long size;
} LIST;""",
        "add": """void add_WORD(LIST *list, ELEMENTvalue) {
    list->items = realloc(list->items, (list->size + 1) * sizeof *list->items);
    list->items[list->size++] = value;
}""",
        "sum": """ELEMENTsum_of_WORD(LIST list) {
    ELEMENTtotal = 0;
    for (long long i = 0; i < list.size; i++) total += list.items[i];
    return total;
}""",
        "product": """ELEMENTproduct_of_WORD(LIST list) {
    ELEMENTtotal = 1;
    for (long long i = 0; i < list.size; i++) total *= list.items[i];
    return total;
}""",
        "max": """ELEMENTmax_of_WORD(LIST list) {
    ELEMENTmost = list.items[0];
    for (long long i = 1; i < list.size; i++)
        if (list.items[i] > most) most = list.items[i];
    return most;
}""",
        "min": """ELEMENTmin_of_WORD(LIST list) {
    ELEMENTleast = list.items[0];
    for (long long i = 1; i < list.size; i++)
        if (list.items[i] < least) least = list.items[i];
    return least;
}""",
        "count": """long long count_WORD(LIST list, ELEMENTa) {
    long long count = 0;
    for (long long i = 0; i < list.size; i++) {
        ELEMENTb = list.items[i];
        count += EQUAL;
    }
    return count;
}""",
        "count_ge": """long long count_WORD_from(LIST list, ELEMENTbound) {
    long long count = 0;
    for (long long i = 0; i < list.size; i++) count += list.items[i] >= bound;
    return count;
}""",
        "count_gt": """long long count_WORD_above(LIST list, ELEMENTbound) {
    long long count = 0;
    for (long long i = 0; i < list.size; i++) count += list.items[i] > bound;
    return count;
}""",
        "same": """bool same_WORD(LIST one, LIST two) {
    if (one.size != two.size) return false;
    for (long long i = 0; i < one.size; i++) {
        ELEMENTa = one.items[i];
        ELEMENTb = two.items[i];
        if (!(EQUAL)) return false;
    }
    return true;
}""",
        "reverse": """LIST reverse_WORD(LIST list) {
    LIST other = {0};
    for (long long i = list.size - 1; i >= 0; i--) add_WORD(&other, list.items[i]);
    return other;
}""",
        "start": """LIST start_WORD(LIST list, long long end) {
    LIST other = {0};
    if (end < 0) end += list.size;
    for (long long i = 0; i < end && i < list.size; i++) add_WORD(&other, list.items[i]);
    return other;
}""",
        "rest": """LIST rest_WORD(LIST list, long long begin) {
    LIST other = {0};
    if (begin < 0) begin += list.size;
    for (long long i = begin < 0 ? 0 : begin; i < list.size; i++) add_WORD(&other, list.items[i]);
    return other;
}""",
        "sort": """LIST sort_WORD(LIST list) {
    LIST other = {0};
    for (long long i = 0; i < list.size; i++) {
        ELEMENTb = list.items[i];
        long long place = other.size;
        add_WORD(&other, b);
        for (; place > 0; place--) {
            ELEMENTa = other.items[place - 1];
            if (!(LESS)) break;
            other.items[place] = a;
        }
        other.items[place] = b;
    }
    return other;
}""",
        "print": """void print_WORD(LIST list) {
    printf("[");
    for (long long i = 0; i < list.size; i++) printf(i ? ", %lld" : "%lld", list.items[i]);
    printf("]");
}""",
    }
)
