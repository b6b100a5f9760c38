package org.sovereignbook.sbp.model.llm.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.PromptAssembly;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Backend that runs a coding CLI (IMPLEMENTATION §2; THREATS, prompt injection). Each call runs the
 * program in a fresh scratch directory, with a scrubbed environment and within the time limit; a
 * program that changes anything there but the one output has failed. When a call ends, however it
 * ends, all its processes are gone and its folders deleted.
 *
 * <p>A plugin's class extends it by a constructor without parameters, which names its {@link
 * CodingCli}; there is nothing to override.
 */
public class CliBackend implements LlmBackend, ChatBackend {
  /** Maximum size of the output file. */
  static final int MAX_OUTPUT_FILE_BYTES = 4 * 1024 * 1024;

  /**
   * Variable that marks the run in the environment of its processes, so that all of them are found.
   */
  public static final String RUN_VARIABLE = "SBP_AGENT_RUN";

  /** Tokens of the CLIs' own instructions and tool descriptions. */
  private static final long OVERHEAD_TOKENS = 20_000;

  /** Exit codes of shells, and of {@code env} in a script's first line, for a missing program. */
  private static final Set<Integer> CANNOT_RUN = Set.of(126, 127);

  private static final int RUN_BYTES = 16;
  private static final Duration PROBE_LIMIT = Duration.ofMinutes(1);

  private final CodingCli cli;
  private final Map<String, String> environment;

  /** Creates a backend with the environment of this process as the operator's. */
  public CliBackend(CodingCli cli) {
    this(cli, System.getenv());
  }

  /**
   * Creates a backend that passes on variables of another environment.
   *
   * @param environment the operator's
   */
  public CliBackend(CodingCli cli, Map<String, String> environment) {
    this.cli = cli;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public final String name() {
    return cli.name();
  }

  @Override
  public final String description() {
    return cli.description();
  }

  @Override
  public final Set<LlmRequest.Mode> modes() {
    return cli.modes();
  }

  @Override
  public final Settings settings() {
    return Settings.of(
        Stream.of(
                CliSettings.ALL.stream(),
                cli.login().stream().map(file -> LOGIN),
                cli.settings().stream())
            .flatMap(each -> each)
            .toArray(Setting<?>[]::new));
  }

  @Override
  public final Optional<Path> findLogin(Map<String, String> operators) {
    return cli.login().flatMap(file -> file.find(operators));
  }

  @Override
  public final Optional<String> missing(Map<String, String> operators) {
    CliSettings usual = CliSettings.from(Config.empty(), cli.program());
    return usual.program().isEmpty() || usual.find(operators, home()).isPresent()
        ? Optional.empty()
        : Optional.of(noProgram(usual));
  }

  @Override
  public final boolean reportsCost(Config settings) {
    return cli.reportsCost(settings);
  }

  @Override
  public final long overheadTokens() {
    return OVERHEAD_TOKENS;
  }

  /** Looks for the program only: whether it starts and has a login takes longer to say. */
  @Override
  public final Readiness sufficient(Config settings, Map<String, String> operators) {
    CliSettings given = CliSettings.from(settings, cli.program(settings));
    return given.program().isEmpty() || given.find(operators, home()).isPresent()
        ? Readiness.ready(description())
        : Readiness.not(noProgram(given), programSetting());
  }

  private String programSetting() {
    return "sbp config set llm." + cli.name() + ".program /PATH/TO/PROGRAM";
  }

  @Override
  public final Readiness readiness(LlmRequest.Context context) throws InterruptedException {
    CliSettings settings = CliSettings.from(context.settings(), cli.program(context.settings()));
    String set = programSetting();
    try {
      Path program = program(settings);
      CliEnvironment passed =
          CliEnvironment.of(environment, cli.environment(context.settings()), settings);
      try (Scratch scratch = Scratch.in(context.scratch(), home(), context.clock().instant())) {
        String mark = RUN_VARIABLE + "=" + word(context);
        if (!cli.probe().isEmpty()
            && probe(process(program, scratch, passed, mark, () -> {}), PROBE_LIMIT).isBlank()) {
          return Readiness.not(program + " starts, and says nothing of itself", set);
        }
      }
      Readiness login = new CliLogin(cli, context.settings(), environment).look();
      return new Readiness(program + ", " + login.found(), login.remedy());
    } catch (LlmException e) {
      return Readiness.not(e.getMessage(), set);
    } catch (IOException e) {
      return Readiness.not(
          "cannot write to the scratch directory in " + context.scratch() + ": " + FileWords.of(e),
          "sbp config set llm.scratch_folder /PATH");
    }
  }

  @Override
  public final boolean metered() {
    return true;
  }

  @Override
  public final boolean runsTools() {
    return true;
  }

  @Override
  public final OptionalInt contextTokens(Config settings) {
    return OptionalInt.empty();
  }

  /** Gives the program the whole conversation as one prompt; its text arrives at the end. */
  @Override
  public final ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException {
    Thread caller = Thread.currentThread();
    LlmAnswer answer;
    try (Cancellation.OnCancel _ = cancel.onCancel(caller::interrupt)) {
      answer = answer(ConversationPrompt.asJob(request), request.server(), true);
    } catch (InterruptedException e) {
      if (cancel.isCancelled()) {
        throw LlmException.cancelled();
      }
      throw e;
    }
    if (cancel.isCancelled() && Thread.interrupted()) {
      throw LlmException.cancelled();
    }
    if (!answer.notes().isBlank()) {
      listener.warning(answer.notes());
    }
    String text = answer.text().strip();
    listener.text(text);
    return new ChatReply(
        text, List.of(), answer.usage(), ChatReply.Stop.END, answer.usage().model().orElse(""));
  }

  @Override
  public final LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    return answer(request, Optional.empty(), false);
  }

  private LlmAnswer answer(LlmRequest request, Optional<ToolServer> server, boolean isConversation)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    CliSettings settings = CliSettings.from(request.settings(), cli.program(request.settings()));
    Path program = program(settings);
    CliEnvironment passed =
        CliEnvironment.of(environment, cli.environment(request.settings()), settings);
    Path base = request.context().scratch();
    try (Scratch scratch = Scratch.in(base, home(), request.context().clock().instant())) {
      String mark = RUN_VARIABLE + "=" + word(request.context());
      Optional<Path> login = CliSettings.login(request.settings());
      if (login.isEmpty() || cli.login().isEmpty()) {
        CliProcess process = process(program, scratch, passed, mark, () -> {});
        return answer(
            started(request, process, server, isConversation), process, passed, Set::of, start);
      }
      Path copy = scratch.support().resolve(cli.login().get().carriedTo());
      Duration limit = request.budget().timeout();
      try (CarriedLogin carried = CarriedLogin.into(copy, login.get(), mark, limit)) {
        CliProcess process = process(program, scratch, passed, mark, carried::tryToBringBack);
        return answer(
            started(request, process, server, isConversation),
            process,
            passed,
            carried::secrets,
            start);
      }
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.SETUP,
          "cannot write to the scratch directory in " + base + ": " + FileWords.of(e),
          e);
    }
  }

  /** Returns the run before its probe. */
  private static CodingCli.Run started(
      LlmRequest request, CliProcess process, Optional<ToolServer> server, boolean isConversation) {
    Scratch scratch = process.scratch();
    return new CodingCli.Run(
        request,
        scratch.work(),
        scratch.support(),
        scratch.temporary(),
        scratch.prompt(),
        "",
        server,
        isConversation);
  }

  /**
   * Reads the answer of a run.
   *
   * @param login the secrets of the login, including those that the run has refreshed
   */
  private LlmAnswer answer(
      CodingCli.Run started,
      CliProcess process,
      CliEnvironment passed,
      Supplier<Set<String>> login,
      long start)
      throws LlmException, InterruptedException, IOException {
    Scratch scratch = process.scratch();
    LlmRequest request = started.request();
    Snapshot before = prepare(scratch, request);
    CodingCli.Run run = started.probed(probe(process, left(request, start)));
    CodingCli.Call call = cli.call(run);
    CliEnvironment ofServer = passed.andLogin(secrets(run.server()));
    ofServer.refuseSecretsIn(call.arguments());
    for (Map.Entry<String, String> file : call.files().entrySet()) {
      Scratch.write(Scratch.below(scratch.support(), file.getKey()), file.getValue());
    }
    CodingCli.ProcessResult outcome =
        process
            .with(call.environment())
            .run(call.arguments(), scratch.prompt(), left(request, start));
    Set<String> hiding = new HashSet<>(login.get());
    hiding.addAll(secrets(run.server()));
    CliEnvironment hidden = passed.andLogin(hiding);
    return judge(run, hidden.withoutSecrets(outcome), before, hidden);
  }

  /** Returns the values that the tools' server has for itself, such as the turn's token. */
  private static Set<String> secrets(Optional<ToolServer> server) {
    return server.stream()
        .flatMap(it -> it.environment().entrySet().stream())
        .filter(variable -> CliEnvironment.isSecret(variable.getKey()))
        .map(Map.Entry::getValue)
        .filter(value -> !value.isEmpty())
        .collect(Collectors.toSet());
  }

  /**
   * Checks the changes first: the answer of a program that broke its restrictions does not count.
   */
  private LlmAnswer judge(
      CodingCli.Run run, CodingCli.ProcessResult outcome, Snapshot before, CliEnvironment passed)
      throws LlmException {
    String allowed = run.withTools() ? run.request().output().file() : "";
    Optional<String> change = before.change(Snapshot.of(run.scratch()), allowed);
    if (change.isPresent()) {
      throw LlmException.answer(
          cli.name()
              + " "
              + change.get()
              + " in its working directory, where it may write "
              + (allowed.isEmpty() ? "nothing" : "only " + allowed));
    }
    if (CANNOT_RUN.contains(outcome.exitCode())) {
      throw LlmException.setup(
          "the program of "
              + cli.name()
              + " could not run ("
              + outcome.complaint()
              + "); what it needs must be in PATH, which cron and systemd keep short");
    }
    CodingCli.Reply reply = cli.read(run, outcome);
    LlmUsage usage = LlmPrices.priced(reply.usage(), run.request().settings());
    try {
      String output = passed.withoutSecrets(run.withTools() ? written(run, before) : reply.text());
      if (output.isBlank()) {
        throw LlmException.answer(cli.name() + " answered nothing");
      }
      return new LlmAnswer(output, reply.notes(), usage);
    } catch (LlmException e) {
      throw e.withUsage(usage);
    }
  }

  /** Returns the content of the output file, which must exist and have changed. */
  private String written(CodingCli.Run run, Snapshot before) throws LlmException {
    String name = run.request().output().file();
    if (Snapshot.of(run.scratch()).sameAt(name, before)) {
      throw LlmException.answer(cli.name() + " did not write " + name);
    }
    Path file = run.output();
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw LlmException.answer(name + " is no regular file");
    }
    if (file.toFile().length() > MAX_OUTPUT_FILE_BYTES) {
      throw LlmException.answer(name + " is larger than " + MAX_OUTPUT_FILE_BYTES + " bytes");
    }
    try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MAX_OUTPUT_FILE_BYTES);
      return StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw LlmException.answer(name + " is not UTF-8 text");
    } catch (IOException e) {
      throw LlmException.answer(name + " cannot be read: " + FileWords.of(e));
    }
  }

  private Snapshot prepare(Scratch scratch, LlmRequest request) throws IOException {
    String prompt = PromptAssembly.of(request).text();
    // Starts with a fixed line, because some programs take a prompt that begins with a slash for a
    // command.
    Scratch.write(
        scratch.prompt(),
        cli.inert("Job of the " + request.role() + " of a sovereign agent.\n\n" + prompt));
    if (request.mode() == LlmRequest.Mode.TOOLS) {
      for (LlmRequest.Input input : request.inputs()) {
        scratch.copy(input);
      }
      scratch.makeFolderOf(request.output().file());
    }
    return Snapshot.of(scratch.work());
  }

  private static String word(LlmRequest.Context context) {
    byte[] bytes = new byte[RUN_BYTES];
    context.random().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static CliProcess process(
      Path program, Scratch scratch, CliEnvironment passed, String mark, Runnable meanwhile) {
    return new CliProcess(
        program,
        scratch,
        passed.forRun(mark, scratch.temporary()),
        new BoundedProcess.Descendants(mark),
        meanwhile);
  }

  private static Duration left(LlmRequest request, long start) {
    return request.budget().timeout().minusNanos(System.nanoTime() - start);
  }

  private String probe(CliProcess process, Duration limit)
      throws LlmException, InterruptedException, IOException {
    if (cli.probe().isEmpty()) {
      return "";
    }
    Path nothing = process.scratch().root().resolve("nothing");
    Files.createFile(nothing);
    CodingCli.ProcessResult outcome =
        process
            .with(homeIn(process.scratch()))
            .with(cli.probeEnvironment())
            .run(cli.probe(), nothing, limit);
    return outcome.stdout() + outcome.stderr();
  }

  /**
   * Returns a temporary home, since some programs leave files in their home even when they only
   * print their version.
   */
  private static Map<String, String> homeIn(Scratch scratch) {
    String folder = scratch.temporary().resolve("home").toString();
    return Map.of(
        "HOME", folder,
        "XDG_CONFIG_HOME", folder,
        "XDG_DATA_HOME", folder,
        "XDG_STATE_HOME", folder,
        "XDG_CACHE_HOME", folder);
  }

  private Path program(CliSettings settings) throws LlmException {
    return settings
        .find(environment, home())
        .orElseThrow(() -> LlmException.setup(noProgram(settings)));
  }

  private String noProgram(CliSettings settings) {
    return "there is no program %s; %s, or set llm.%s.program to its full path"
        .formatted(settings.program(), cli.installHint(), cli.name());
  }

  private Path home() {
    return Path.of(
        Optional.ofNullable(environment.get("HOME"))
            .filter(home -> !home.isEmpty())
            .orElseGet(() -> System.getProperty("user.home", "/")));
  }
}
