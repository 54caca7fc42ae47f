// A driver for the gate: reads one JSON object a line, answers one, flushes. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: mcs -out:driver.exe driver.cs. Run: slotproof gate run -- mono driver.exe
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

using Map = System.Collections.Generic.Dictionary<string, object>;
using Row = System.Collections.Generic.List<object>;

// --- the port: a container of kind @KIND@ that does not know anything yet

/// <summary>An operation that is refused, with its code: full, missing, out_of_range ...</summary>
class Refused : Exception
{
    public Refused(string code) : base(code) { }
}

/// <summary>Your container, and what it needs to answer.</summary>
class Port
{
    public Port(Map config) { }  // Json.Number(config["key"]) is a number of it, if the key is there

    // The answer to an operation: null for "none", a bool, a number, a string, or a Row of these.
    // op[1] is the first argument: Json.Number(op[1]) if it is a number, (Row)op[1] if it is a list.
    // These are the operations, and the errors of each in the order in which it looks for them:
    //
    // @OPERATIONS@
    public object Take(string name, Row op)
    {
        switch (name)
        {
            // TODO: a case for each operation: call your container here, and return its answer, or throw Refused.
            default: return null;
        }
    }

    // The arrays of the kind, by their names, at level structure: new Map { { "dense", new Row { ... } }, ... }.
    public Map Arrays() { return null; }
}

// --- the driver

static class Driver
{
    const string Hello = @"@HELLO@";

    static string Run(Map message)
    {
        Row results = new Row(), states = new Row();
        var observe = (Map)message["observe"];
        long every = observe.ContainsKey("every") ? Json.Number(observe["every"]) : 0;
        var answer = new Map { { "t", "ran" }, { "id", message["id"] }, { "results", results } };
        try
        {
            var port = new Port((Map)message["config"]);
            foreach (object asked in (Row)message["ops"])
            {
                var op = (Row)Json.Resolve(asked, results);
                object result;
                try { result = port.Take((string)op[0], op); }
                catch (Refused refused) { result = new Map { { "e", refused.Message } }; }
                results.Add(result);
                if (every > 0 && results.Count % every == 0) states.Add(port.Arrays());
            }
            if (states.Count > 0) answer["states"] = states;
            if ((string)observe["end"] == "arrays") answer["end"] = port.Arrays();
        }
        catch (Exception error)
        {
            answer = new Map { { "t", "fault" }, { "id", message["id"] }, { "at", (long)results.Count } };
            answer["message"] = error.GetType().Name + ": " + error.Message;
        }
        return Json.Write(answer);
    }

    static void Main()
    {
        var plain = new UTF8Encoding(false);  // without a byte order mark
        var incoming = new StreamReader(Console.OpenStandardInput(), plain);
        var outgoing = new StreamWriter(Console.OpenStandardOutput(), plain);
        string line;
        while ((line = incoming.ReadLine()) != null)
        {
            var message = (Map)new Json(line).Value();
            var kind = (string)message["t"];
            if (kind == "bye") return;
            outgoing.Write((kind == "hello" ? Hello : Run(message)) + "\n");
            outgoing.Flush();
        }
    }
}

/// <summary>JSON, as much of it as the protocol needs: Map, Row, string, long, double, bool, null.</summary>
class Json
{
    readonly string text;
    int at;

    public Json(string text) { this.text = text; }

    /// <summary>An integer; one that is written "u64:..." may be beyond every end, and is then the largest.</summary>
    public static long Number(object value)
    {
        var written = value as string;
        if (written == null) return (long)value;
        long read;
        return long.TryParse(written.Substring("u64:".Length), out read) ? read : long.MaxValue;
    }

    /// <summary>Results in place of references: {"r":3} is result 3, {"r":[3,1]} the second entry of it.</summary>
    public static object Resolve(object value, Row results)
    {
        if (value is Row) return ((Row)value).Select(each => Resolve(each, results)).ToList();
        var map = value as Map;
        if (map == null) return value;
        if (map.Count != 1 || !map.ContainsKey("r")) return map.ToDictionary(each => each.Key, each => Resolve(each.Value, results));
        object found = results;
        foreach (object place in map["r"] as Row ?? new Row { map["r"] }) found = ((Row)found)[(int)Number(place)];
        return found;
    }

    public static string Write(object value)
    {
        if (value == null) return "null";
        if (value is bool) return (bool)value ? "true" : "false";
        if (value is string) return Quote((string)value);
        if (value is Row) return "[" + string.Join(",", ((Row)value).Select(Write)) + "]";
        if (value is Map) return "{" + string.Join(",", ((Map)value).Select(each => Quote(each.Key) + ":" + Write(each.Value))) + "}";
        return ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture);
    }

    static string Quote(string value)
    {
        var made = new StringBuilder("\"");
        foreach (char each in value)
        {
            if (each == '"' || each == '\\') made.Append('\\').Append(each);
            else if (each < ' ') made.Append("\\u" + ((int)each).ToString("x4"));
            else made.Append(each);
        }
        return made.Append('"').ToString();
    }

    public object Value()
    {
        Skip();
        switch (text[at])
        {
            case '{':
                var map = new Map();
                for (at++; !Take('}'); Take(','))
                {
                    Skip();
                    string name = String();
                    if (!Take(':')) throw new FormatException("malformed JSON");
                    map[name] = Value();
                }
                return map;
            case '[':
                var row = new Row();
                for (at++; !Take(']'); Take(',')) row.Add(Value());
                return row;
            case '"': return String();
            case 't': at += 4; return true;
            case 'f': at += 5; return false;
            case 'n': at += 4; return null;
            default: return Digits();
        }
    }

    void Skip() { while (at < text.Length && char.IsWhiteSpace(text[at])) at++; }

    bool Take(char wanted)
    {
        Skip();
        if (text[at] != wanted) return false;
        at++;
        return true;
    }

    string String()
    {
        var made = new StringBuilder();
        for (at++; text[at] != '"'; at++)
        {
            if (text[at] != '\\') { made.Append(text[at]); continue; }
            char escaped = text[++at];
            int which = "bfnrt".IndexOf(escaped);
            if (escaped == 'u')
            {
                made.Append((char)int.Parse(text.Substring(at + 1, 4), NumberStyles.HexNumber));
                at += 4;
            }
            else made.Append(which < 0 ? escaped : "\b\f\n\r\t"[which]);
        }
        at++;
        return made.ToString();
    }

    object Digits()
    {
        int begin = at;
        while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
        string digits = text.Substring(begin, at - begin);
        long read;
        if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out read)) return read;
        return double.Parse(digits, CultureInfo.InvariantCulture);
    }
}
