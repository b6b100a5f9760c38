package org.sovereignbook.sbp.frontend.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.judgment.Beneficiaries;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.society.channels.AnswerChannel;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;
import org.sovereignbook.sbp.society.sessions.TurnPrompts.Kind;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** The prompts of one turn: what they hold, and how they fit into the context of the model. */
final class TurnPrompt {
  /** A provider may state any number of tokens; a larger one counts as this. */
  private static final int MOST_REPORTED = 1_000_000_000;

  /** Refused prompts of one turn that are made shorter and tried again. */
  private static final int MOST_OVERFLOWS = 6;

  private final TurnScope scope;
  private final Ledger ledger;
  private final ChatBackend backend;
  private final RunningTurn running;
  private final AgentTurn turn;
  private TurnPrompts.Fit fit = TurnPrompts.Fit.WHOLE;
  private int overflows;
  private Optional<Surroundings.Beside> surroundings = Optional.empty();
  private List<TurnPrompts.Part> parts = List.of();

  TurnPrompt(TurnScope scope, RunningTurn running) {
    this.scope = scope;
    this.ledger = scope.ledger();
    this.backend = scope.backend();
    this.running = running;
    this.turn = running.turn();
  }

  /**
   * Makes the next prompt shorter than a refused one: by a summary, then by shorter results, then
   * by cutting what was said. No prompt is sent twice.
   */
  boolean isShorter(LlmException e, ChatRequest refused) throws LlmException, InterruptedException {
    if (++overflows > MOST_OVERFLOWS) {
      return false;
    }
    scope.window().learn(e, estimate(refused));
    running
        .listener()
        .note(
            "the prompt is longer than the model's context, which is taken for %d tokens now;"
                    .formatted(scope.window().size().window())
                + " set sessions.context_tokens to its size, or summarize sooner with /compact");
    if (compacted(scope.window().size().keep()) || compacted(0)) {
      return true;
    }
    do {
      fit = fit == TurnPrompts.Fit.WHOLE ? TurnPrompts.Fit.LEAN : TurnPrompts.Fit.TIGHT;
      if (estimate(request()) < estimate(refused)) {
        return true;
      }
    } while (fit != TurnPrompts.Fit.TIGHT);
    return false;
  }

  /** Returns the next request, after a compaction if it would be too large. */
  ChatRequest fitting() throws LlmException, InterruptedException {
    ChatRequest request = request();
    PromptSize size = scope.window().size();
    if (next(request) < size.most()) {
      return request;
    }
    if (compacted(size.keep())) {
      request = request();
    }
    if (estimate(request) >= size.most() && fit == TurnPrompts.Fit.WHOLE) {
      fit = TurnPrompts.Fit.LEAN;
      request = request();
    }
    return request;
  }

  private boolean compacted(int keep) throws LlmException, InterruptedException {
    Optional<AgentTurn> made =
        scope
            .compactor()
            .run(
                turn.session(),
                Optional.of(turn),
                keep,
                causes(),
                running.seat()::remember,
                running.cancel());
    made.ifPresent(running.listener()::compacted);
    return made.isPresent();
  }

  /** Returns the size of the next prompt: the last one's, as reported, and all that was added. */
  private int next(ChatRequest request) {
    return ledger.<Integer>snapshot(
        tx ->
            new TurnThread(tx)
                .sinceReport(turn.id())
                .map(report -> Math.clamp(report.tokens(), 0, MOST_REPORTED) + report.addedTokens())
                .orElseGet(() -> estimate(request)));
  }

  private static int estimate(ChatRequest request) {
    return PromptSize.estimate(request.system())
        + PromptSize.estimate(request.messages())
        + estimateTools(request.tools());
  }

  private static int estimateTools(List<ChatTool> tools) {
    return tools.stream()
        .mapToInt(tool -> PromptSize.estimate(tool.description() + tool.schema()))
        .sum();
  }

  private ChatRequest request() {
    Principal self = running.begun().agent().principal();
    PromptParts.ShownThread thread =
        ledger.snapshot(tx -> PromptParts.ShownThread.of(tx, turn, self));
    AgentSession of = ledger.read(tx -> new Sessions(tx).require(turn.session()));
    Persona persona = new Personas(ledger.node()).require(of.persona());
    boolean isTight = fit == TurnPrompts.Fit.TIGHT;
    SystemPrompt system =
        new SystemPrompt(
            persona,
            isTight ? "" : new Personas(ledger.node()).skills(persona.name()),
            isTight ? "" : running.seat().memory().text(),
            channel().guide());
    String text = system.text();
    List<ChatTool> offered = backend.runsTools() ? List.of() : offered();
    List<ChatMessage> messages =
        fitted(thread.all(), PromptSize.estimate(text) + estimateTools(offered));
    PromptParts held = system.parts(PromptParts.authors(running.seat().memory().causes()));
    held.with(Kind.TOOLS, offered.size(), estimateTools(offered), PromptParts.PROGRAM);
    List<ChatMessage> all = isTight ? messages : beside(messages, held);
    parts = held.with(thread, messages).all();
    return new ChatRequest(
        text,
        all,
        offered,
        scope.window().size().within(SharedCalls.budget(ledger.node().config())),
        ChatCalls.context(ledger.node(), backend),
        backend.runsTools() ? Optional.of(server()) : Optional.empty(),
        turn.session());
  }

  /** Returns a record of the call with the prompt that was made last. */
  PromptTrace trace() {
    return new PromptTrace(ledger, turn, backend.name(), fit, parts);
  }

  private List<ChatMessage> fitted(List<ChatMessage> messages, int others) {
    return switch (fit) {
      case WHOLE -> messages;
      case LEAN -> ThreadMessages.lean(messages);
      case TIGHT ->
          PromptSize.within(ThreadMessages.lean(messages), scope.window().size().most() - others);
    };
  }

  /** Returns the messages behind what lies beside the thread, which is read once for a turn. */
  private List<ChatMessage> beside(List<ChatMessage> messages, PromptParts held) {
    if (surroundings.isEmpty()) {
      surroundings =
          Optional.of(
              ledger.<Surroundings.Beside>write(
                  tx ->
                      new Surroundings(
                              tx,
                              SessionSeats.caller(tx, running.seat().token()),
                              new TurnLog(tx).context(turn))
                          .shown(turn.id())));
    }
    Surroundings.Beside shown = surroundings.get();
    if (shown.text().isEmpty()) {
      return messages;
    }
    held.with(Kind.BESIDE, shown.text(), shown.authors());
    return Stream.concat(Stream.of(ChatMessage.User.beside(shown.text())), messages.stream())
        .toList();
  }

  /** Returns the channel by which the answer leaves. */
  private AnswerChannel channel() {
    Optional<SessionInput.Source> source = ledger.read(tx -> new TurnLog(tx).source(turn));
    return switch (source.orElse(SessionInput.Source.HUMAN)) {
      case HUMAN -> AnswerChannel.TERMINAL;
      case PEER -> AnswerChannel.DIRECT;
      case AGENT, HOOK, TIMER, WEBHOOK -> AnswerChannel.MCP;
    };
  }

  /** Returns the tools to offer: where they would fill a tight window, the search for others. */
  private List<ChatTool> offered() {
    List<ChatTool> usual = usual();
    return fit == TurnPrompts.Fit.TIGHT && estimateTools(usual) > scope.window().size().most() / 2
        ? usual.stream().filter(tool -> tool.name().equals(AgentTools.SEARCH)).toList()
        : usual;
  }

  private List<ChatTool> usual() {
    String token = running.seat().token().secret();
    return (backend.paysForTools()
            ? scope.tools().get().listed(token)
            : scope.tools().get().all(token))
        .stream().map(tool -> new ChatTool(tool.name(), tool.description(), tool.input())).toList();
  }

  private ToolServer server() {
    List<String> words = new ArrayList<>(scope.session().world().programWords());
    words.add("mcp");
    Map<String, String> environment = new TreeMap<>();
    environment.put(SocietyCommand.TOKEN_VARIABLE, running.seat().token().secret());
    environment.put(NodeHome.VARIABLE, ledger.node().home().root().toString());
    return new ToolServer("sbp", words, environment);
  }

  CallCauses causes() {
    return ledger.read(
        tx -> {
          Authority own = Authority.of(running.begun().agent().principal(), Channel.SESSION);
          List<Authority> all = new TurnLog(tx).context(turn);
          return Beneficiaries.causes(tx, Access.within(tx, own, all));
        });
  }
}
