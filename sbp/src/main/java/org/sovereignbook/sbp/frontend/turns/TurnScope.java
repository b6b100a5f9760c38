package org.sovereignbook.sbp.frontend.turns;

import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.ChatCalls;

/**
 * Things that all turns of a runner share.
 *
 * @param calls returns what asks the model for a component
 */
record TurnScope(
    Session session,
    Ledger ledger,
    ChatBackend backend,
    Supplier<AgentTools> tools,
    ModelWindow window,
    Compactor compactor,
    Function<String, ChatCalls> calls) {}
