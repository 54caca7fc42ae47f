// A driver for the gate: reads one JSON object a line, answers one, flushes. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: go build -o driver driver.go
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// --- the port: a container of kind @KIND@ that does not know anything yet

// Refused is an operation that is refused; its text is the code: full, missing, out_of_range ...
type Refused string

func (code Refused) Error() string { return string(code) }

// Port is your container, and what it needs to answer.
type Port struct {
	config map[string]any
}

// NewPort makes a container; number(config["key"]) is a number of the configuration, if the key is there.
func NewPort(config map[string]any) *Port { return &Port{config: config} }

// Take answers an operation: what goes into JSON, nil for "none", or an error that is Refused.
// arguments[0] is the first argument: number(...) of it, arguments[0].([]any) if it is a list.
// These are the operations, and the errors of each in the order in which it looks for them:
//
//	@OPERATIONS@
func (port *Port) Take(name string, arguments []any) (any, error) {
	switch name {
	// TODO: a case for each operation: call your container here, and return its answer, or Refused("full").
	default:
		return nil, nil
	}
}

// Arrays are those of the kind, by their names, at level structure: map[string]any{"dense": ...}; a list is never nil.
func (port *Port) Arrays() map[string]any { return nil }

const hello = `@HELLO@`

// --- the driver

// number reads an integer; one that is written "u64:..." may be beyond every end, and is then the largest there is.
func number(value any) int64 {
	text := ""
	switch held := value.(type) {
	case json.Number:
		text = held.String()
	case string:
		text = strings.TrimPrefix(held, "u64:")
	default:
		panic(fmt.Sprintf("no number: %v", value))
	}
	read, err := strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return math.MaxInt64
	}
	if err != nil {
		panic(err)
	}
	return read
}

// resolve puts results in place of references to them: {"r":3} is result 3, {"r":[3,1]} the second entry of it.
func resolve(value any, results []any) any {
	switch held := value.(type) {
	case []any:
		made := make([]any, len(held))
		for at, each := range held {
			made[at] = resolve(each, results)
		}
		return made
	case map[string]any:
		if reference, ok := held["r"]; ok && len(held) == 1 {
			places, many := reference.([]any)
			if !many {
				places = []any{reference}
			}
			var found any = results
			for _, place := range places {
				found = found.([]any)[number(place)]
			}
			return found
		}
		made := make(map[string]any, len(held))
		for name, each := range held {
			made[name] = resolve(each, results)
		}
		return made
	default:
		return value
	}
}

// read parses JSON; numbers stay texts until they are asked for, so that none loses a digit.
func read(text []byte) any {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		panic(err)
	}
	return value
}

// write makes JSON of a value.
func write(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

func run(message map[string]any) (answer map[string]any) {
	results, states := []any{}, []any{} // never nil: without operations the answer is [], not null
	observe, _ := message["observe"].(map[string]any)
	defer func() {
		if reason := recover(); reason != nil {
			answer = map[string]any{"t": "fault", "id": message["id"], "at": len(results), "message": fmt.Sprint(reason)}
		}
	}()
	port := NewPort(message["config"].(map[string]any))
	for _, asked := range message["ops"].([]any) {
		op := resolve(asked, results).([]any)
		result, err := port.Take(op[0].(string), op[1:])
		var refused Refused
		if errors.As(err, &refused) {
			result = map[string]any{"e": string(refused)}
		} else if err != nil {
			panic(err)
		}
		results = append(results, read(write(result))) // as a reference will find it
		if every := observe["every"]; every != nil && number(every) > 0 && len(results)%int(number(every)) == 0 {
			states = append(states, read(write(port.Arrays()))) // as they are now
		}
	}
	answer = map[string]any{"t": "ran", "id": message["id"], "results": results}
	if len(states) > 0 {
		answer["states"] = states
	}
	if observe["end"] == "arrays" {
		answer["end"] = port.Arrays()
	}
	return answer
}

func main() {
	incoming, outgoing := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout) // a Scanner would stop at 64 KiB
	for {
		line, err := incoming.ReadBytes('\n')
		if err != nil {
			return
		}
		message := read(line).(map[string]any)
		switch message["t"] {
		case "bye":
			return
		case "hello":
			outgoing.WriteString(hello)
		default:
			outgoing.Write(write(run(message)))
		}
		outgoing.WriteByte('\n')
		outgoing.Flush()
	}
}
