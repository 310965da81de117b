"""Reads what `/metrics` answers."""

from prometheus_client.parser import text_string_to_metric_families


class Read:
    def __init__(self, text: str) -> None:
        self.text = text
        self._samples = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def value(self, name: str, **labels: str) -> float:
        """The value of one sample; KeyError where there is none."""
        return self._samples[name, frozenset(labels.items())]

    def grown(self, before: "Read", name: str, **labels: str) -> float:
        """By how much a sample has grown since another answer."""
        return self.value(name, **labels) - before.value(name, **labels)

    def all(self, name: str) -> dict[frozenset[tuple[str, str]], float]:
        """The samples of a name that are not 0, by their labels."""
        found = self._samples.items()
        return {labels: value for (told, labels), value in found if told == name and value}

    def labels(self) -> set[tuple[str, str]]:
        """Every label with every value that it has, but for the limits of buckets."""
        found = {pair for _, labels in self._samples for pair in labels}
        return {(name, value) for name, value in found if name != "le"}
