package org.sovereignbook.sbp.ops.init;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.OwnerDecision;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.config.EndpointCheck;
import org.sovereignbook.sbp.ops.service.ServiceTexts;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.peer.step.Intervals;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import picocli.CommandLine.Option;

/** The options for a new node, shared by all commands that make one. */
public final class InitOptions {
  private static final String HERE_ONLY = "this machine only";

  @Option(names = "--name", description = "display name (default: the folder's)")
  Optional<String> name = Optional.empty();

  @Option(names = "--endpoint", paramLabel = "URL", description = "where peers reach the node")
  Optional<Endpoint> endpoint = Optional.empty();

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description = "what the agent should be; expanded into ethos.md")
  Optional<String> prompt = Optional.empty();

  @Option(names = "--llm", paramLabel = "BACKEND", description = "backend (default: builtin)")
  Optional<String> llm = Optional.empty();

  @Option(
      names = "--use-login",
      description =
          "let its runs use the login that the program of --llm has on this account"
              + " (default: asked on a terminal)")
  boolean useLogin;

  @Option(
      names = "--seed",
      paramLabel = "URL",
      description = "a node to join through, remembered for sbp bootstrap; repeatable")
  List<Endpoint> seeds = List.of();

  @Option(names = "--port", description = "port of the server (default: ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 65_535)
  int port = Config.empty().get(ServerSettings.PORT);

  @Option(names = "--local", description = "for this machine only: loopback, private endpoints")
  boolean local;

  @Option(
      names = "--pace",
      description =
          "how often the agents run: active, moderate or quiet (default: what the prompt says)")
  Optional<Intervals> intervals = Optional.empty();

  @Option(
      names = "--group-readable",
      description = "let the group of its folder read the node (default: its owner alone)")
  boolean groupReadable;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description = "your passphrase as its owner; made if it is not there")
  Optional<Path> passphraseFile = Optional.empty();

  /** Returns whether the node is for this machine only. */
  public boolean isLocal() {
    return local;
  }

  /** Returns whether any of the options was given. */
  public boolean areGiven() {
    return name.isPresent()
        || endpoint.isPresent()
        || prompt.isPresent()
        || llm.isPresent()
        || intervals.isPresent()
        || !seeds.isEmpty()
        || port != Config.empty().get(ServerSettings.PORT);
  }

  /** Returns a copy for a node of this name and port on this machine. */
  public InitOptions forLocal(String otherName, int otherPort) {
    InitOptions other = new InitOptions();
    other.name = Optional.of(otherName);
    other.prompt = prompt;
    other.llm = llm;
    other.useLogin = useLogin;
    other.intervals = intervals;
    other.groupReadable = groupReadable;
    other.passphraseFile = passphraseFile;
    other.port = otherPort;
    other.local = true;
    return other;
  }

  /** Returns the given port, or the usual one. */
  public int port() {
    return port;
  }

  /**
   * Asks a person for missing options. Unanswered ones keep their defaults; without an address the
   * node is for this machine only.
   *
   * @param folder of the new node, which also suggests its name
   */
  public void ask(Session session, Path folder) throws IOException {
    Question question = new Question(session);
    if (name.isEmpty()) {
      String usual = folder.getFileName() == null ? "sbp" : folder.getFileName().toString();
      name = Optional.of(question.ask("name", usual, answer -> answer));
    }
    if (endpoint.isEmpty() && !local) {
      endpoint =
          question.ask(
              "address where peers reach it, https://…",
              HERE_ONLY,
              answer -> Optional.of(answer).filter(not(HERE_ONLY::equals)).map(Endpoint::parse));
      local = endpoint.isEmpty();
    }
    if (prompt.isEmpty()) {
      prompt =
          Optional.of(question.ask("what should the agent be, in a sentence?"))
              .filter(not(String::isEmpty));
    }
    if (llm.isEmpty()) {
      List<String> names = session.extensions(Optional.empty()).names(ExtensionKind.LLM);
      llm =
          Optional.of(
              question.ask(
                  "who judges: " + String.join(", ", names),
                  AgentSettings.BUILTIN,
                  answer -> backend(session, answer).name()));
    }
  }

  /** Makes the node. */
  public InitResult make(Session session, Path folder) throws IOException {
    return make(session, folder, request(session));
  }

  /** Sets the passphrase of a new node, if a file of one is given. */
  private void decide(Session session, Node node) {
    passphraseFile.ifPresent(file -> new OwnerDecision(session).set(node, file));
  }

  /**
   * Makes the node, and records that it belongs to this user; a node continued after an
   * interruption may not.
   */
  InitResult make(Session session, Path folder, InitRequest request) {
    Node node = session.nodeAt(folder);
    InitResult made = new NodeMaker(node, request).make();
    if (!made.completedInterrupted()) {
      new NodeAcceptance(session, node).recordIfPossible();
    }
    decide(session, node);
    return made;
  }

  /** Returns the request for these options; a {@link CliException} names the wrong value. */
  InitRequest request(Session session) throws IOException {
    Optional<LlmBackend> backend = llm.map(name -> backend(session, name));
    backend
        .flatMap(each -> each.missing(session.world().environment()))
        .ifPresent(
            missing ->
                session
                    .output()
                    .warning(llm.orElse("") + " cannot judge for this node yet: " + missing));
    Optional<Path> login = login(session, backend);
    try {
      return new InitRequest(
          name,
          endpoint,
          prompt,
          backend,
          login,
          seeds,
          portOf(session),
          local,
          intervals,
          groupReadable,
          session.world().program(),
          ServiceTexts.passedOn(session.world().environment()),
          session.commands().catalog());
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("init: " + e.getMessage(), "usage:  sbp help init");
    }
  }

  /** Returns the server's port: on this machine alone it is that of the endpoint. */
  private int portOf(Session session) {
    Optional<Integer> told = endpoint.flatMap(EndpointCheck::portOnLoopback);
    boolean isUsual = port == Config.empty().get(ServerSettings.PORT);
    if (told.isPresent() && !isUsual && told.get() != port) {
      throw CliException.wrong(
          "init: --port %d and --endpoint %s name two ports"
              .formatted(port, endpoint.orElseThrow()),
          "leave --port out: on loopback the server listens where the endpoint says");
    }
    endpoint.flatMap(EndpointCheck::plain).ifPresent(session.output()::warning);
    return told.orElse(port);
  }

  /** Returns the login that runs may use: with consent, by the option or at a terminal. */
  private Optional<Path> login(Session session, Optional<LlmBackend> backend) throws IOException {
    Optional<Path> found = backend.flatMap(each -> each.findLogin(session.world().environment()));
    String name = llm.orElse("");
    if (useLogin && found.isEmpty()) {
      throw CliException.wrong(
          "init: --use-login finds no login"
              + (llm.isEmpty() ? "; --llm says whose" : " of " + name),
          "log in with the program itself, then run this again; or leave --use-login out and give"
              + " the node a key:  docs/backends.md");
    }
    if (found.isEmpty() || useLogin) {
      return found;
    }
    Question question = new Question(session);
    if (question.canBeAsked()) {
      return question.consents("may the node use your login of " + name + ", " + found.get() + "?")
          ? found
          : Optional.empty();
    }
    session
        .output()
        .note(
            "there is a login of %s, which is not used; to let the node use it: sbp config set llm.%s.login %s"
                .formatted(name, name, found.get()));
    return Optional.empty();
  }

  private static LlmBackend backend(Session session, String name) {
    try {
      return session.extensions(Optional.empty()).backend(name);
    } catch (PluginException e) {
      throw CliException.wrong("init: " + e.getMessage(), e.hints().toArray(String[]::new));
    }
  }
}
