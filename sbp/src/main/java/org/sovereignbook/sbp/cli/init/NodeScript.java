package org.sovereignbook.sbp.cli.init;

/** The six executable files in {@code runtime/scripts/} and the subcommand that each calls. */
public enum NodeScript {
  DELIVERY("delivery", "deliver", "signs and posts what waits in the outbox"),
  NETWORK("network", "network", "discovers peers, promotes trust, manages subscriptions"),
  MAINTENANCE(
      "maintenance", "maintain", "rotates logs, archives, rebuilds indexes, writes status.md"),
  READER_PREPROCESS(
      "reader-preprocess", "reader-pre", "validates and classifies the inbox for the reader"),
  READER_POSTPROCESS(
      "reader-postprocess", "reader-post", "checks and carries out the reader's decisions"),
  AUTHOR_POSTPROCESS("author-postprocess", "author-post", "wraps and signs what the author wrote");

  private final String file;
  private final String command;
  private final String what;

  NodeScript(String file, String command, String what) {
    this.file = file;
    this.command = command;
    this.what = what;
  }

  /** The name in {@code runtime/scripts/} (IMPLEMENTATION §5). */
  public String file() {
    return file;
  }

  /** The subcommand of {@code sbp} that does the step. */
  public String command() {
    return command;
  }

  /** One line on what it does. */
  public String what() {
    return what;
  }
}
