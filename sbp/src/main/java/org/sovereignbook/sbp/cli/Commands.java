package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** All subcommands, in the order of the usage screen. Only the one called is ever built. */
final class Commands {

  /** The headings of the usage screen. */
  enum Group {
    START("start"),
    TALK("talk"),
    LOOK("look"),
    RUN("run"),
    STEPS("steps"),
    KEYS("keys"),
    HIDDEN("");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  /**
   * One subcommand.
   *
   * @param description one line, lower case, without a full stop
   */
  record Entry(String name, Group group, String description, Supplier<Subcommand> supplier) {}

  private static final List<Entry> ALL =
      List.of(
          new Entry(
              "warm-up",
              Group.HIDDEN,
              "touch what common commands touch, for the launcher's cache",
              WarmUpCommand::new));

  private Commands() {}

  static List<Entry> all() {
    return ALL;
  }

  static Optional<Entry> find(String name) {
    return ALL.stream().filter(entry -> entry.name().equals(name)).findFirst();
  }
}
