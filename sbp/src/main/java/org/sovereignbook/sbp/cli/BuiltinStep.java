package org.sovereignbook.sbp.cli;

import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.author.AuthorPostprocess;
import org.sovereignbook.sbp.cli.command.StepWork;
import org.sovereignbook.sbp.delivery.Delivery;
import org.sovereignbook.sbp.maintenance.Maintenance;
import org.sovereignbook.sbp.network.Network;
import org.sovereignbook.sbp.reader.ReaderPostprocess;
import org.sovereignbook.sbp.reader.ReaderPreprocess;

/** The six steps that the scheduler runs as scripts, each a subcommand (IMPLEMENTATION §3). */
enum BuiltinStep {
  READER_PRE("reader-pre", "reader", "validate and classify the inbox"),
  READER_POST("reader-post", "reader", "carry out the reader's decisions"),
  AUTHOR_POST("author-post", "author", "sign what the author wrote"),
  DELIVER("deliver", "delivery", "sign and send what waits in the outbox"),
  NETWORK("network", "network", "discover, promote, subscribe, announce"),
  MAINTAIN("maintain", "maintenance", "rotate, archive, rebuild indexes");

  private final String command;
  private final String component;
  private final String description;

  BuiltinStep(String command, String component, String description) {
    this.command = command;
    this.component = component;
    this.description = description;
  }

  static Optional<BuiltinStep> named(String command) {
    return Arrays.stream(values()).filter(step -> step.command.equals(command)).findFirst();
  }

  /** The subcommand as it is built in. */
  Commands.Entry entry() {
    return entry(work());
  }

  /** The subcommand with other work: the same options, locks, output and exit codes. */
  Commands.Entry entry(StepWork other) {
    return new Commands.Entry(
        command,
        Commands.Group.STEPS,
        description,
        () -> this == DELIVER ? new DeliverCommand(other) : new StepCommand(component, other));
  }

  private StepWork work() {
    return switch (this) {
      case READER_PRE -> on -> new ReaderPreprocess(on.node(), on.store()).run();
      case READER_POST -> on -> new ReaderPostprocess(on.node(), on.store()).run();
      case AUTHOR_POST -> on -> new AuthorPostprocess(on.node(), on.store()).run();
      case DELIVER ->
          on -> new Delivery(on.node(), on.store(), on.client()).run(on.now(), on::advance);
      case NETWORK -> on -> new Network(on.node(), on.store(), on.client()).run(on::advance);
      case MAINTAIN -> on -> new Maintenance(on.node(), on.store()).run();
    };
  }
}
