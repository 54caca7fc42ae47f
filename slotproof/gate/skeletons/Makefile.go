driver: $(wildcard *.go)
	go build -o $@ $^

gate: driver
	slotproof gate run --baseline gate.toml -- ./driver

.PHONY: gate
