package org.sovereignbook.sbp.cli.eject;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.init.NodeScript;

/** Which of the program's own sources spell out a step; {@code sbp.jar} carries them. */
public enum StepSource {
  DELIVER(
      NodeScript.DELIVERY,
      "new Delivery(on.node(), on.store(), on.client()).run(on.now(), on::advance)",
      "delivery.Delivery delivery.DeliveryRun"),
  NETWORK(
      NodeScript.NETWORK,
      "new Network(on.node(), on.store(), on.client()).run(on::advance)",
      "network.Network network.NetworkRun"),
  MAINTAIN(
      NodeScript.MAINTENANCE,
      "new Maintenance(on.node(), on.store()).run()",
      "maintenance.Maintenance"),
  READER_PRE(
      NodeScript.READER_PREPROCESS,
      "new ReaderPreprocess(on.node(), on.store()).run()",
      "reader.ReaderPreprocess reader.ReaderGates reader.Classifier"),
  READER_POST(
      NodeScript.READER_POSTPROCESS,
      "new ReaderPostprocess(on.node(), on.store()).run()",
      "reader.ReaderPostprocess"),
  AUTHOR_POST(
      NodeScript.AUTHOR_POSTPROCESS,
      "new AuthorPostprocess(on.node(), on.store()).run()",
      "author.AuthorPostprocess");

  private final NodeScript script;
  private final String call;
  private final String classes;

  /**
   * A step.
   *
   * @param call what the main method runs, {@code on} being the step's context
   * @param classes below the base package, with a space between; the first has the name that JBang
   *     gives the script
   */
  StepSource(NodeScript script, String call, String classes) {
    this.script = script;
    this.call = call;
    this.classes = classes;
  }

  /** By the name of its subcommand, or of its script. */
  public static Optional<StepSource> named(String name) {
    return Arrays.stream(values())
        .filter(step -> step.command().equals(name) || step.script.file().equals(name))
        .findFirst();
  }

  public NodeScript script() {
    return script;
  }

  /** The subcommand of {@code sbp} that does the step. */
  public String command() {
    return script.command();
  }

  String call() {
    return call;
  }

  List<String> classes() {
    return List.of(classes.split(" "));
  }
}
