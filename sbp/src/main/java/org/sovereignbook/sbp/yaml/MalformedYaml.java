package org.sovereignbook.sbp.yaml;

import java.util.Optional;

/** A text that is not the YAML asked for; the message begins with line and column. */
public final class MalformedYaml extends Exception {
  private static final long serialVersionUID = 1;

  MalformedYaml(Yaml.Place place, String problem) {
    this(Optional.of(place), problem);
  }

  MalformedYaml(Optional<Yaml.Place> place, String problem) {
    super(place.map(where -> where + ": ").orElse("") + problem);
  }
}
