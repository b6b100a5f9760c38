package org.sovereignbook.sbp.base.yaml;

import java.util.Optional;

/** A text that is not the YAML asked for; the message begins with line and column. */
public final class MalformedYaml extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Optional<Yaml.Place> place;
  private final String problem;

  MalformedYaml(Yaml.Place place, String problem) {
    this(Optional.of(place), problem);
  }

  MalformedYaml(Optional<Yaml.Place> place, String problem) {
    super(place.map(where -> where + ": ").orElse("") + problem);
    this.place = place;
    this.problem = problem;
  }

  /** Returns the place in a file: {@code FILE:LINE:COLUMN}, or the file alone. */
  public String place(String file) {
    return place.map(at -> "%s:%d:%d".formatted(file, at.line(), at.column())).orElse(file);
  }

  /** Returns the error there. */
  public String problem() {
    return problem;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
