package org.sovereignbook.sbp.testkit;

import org.sovereignbook.sbp.builtin.BuiltinBackend;
import org.sovereignbook.sbp.llm.LlmBackend;

class BuiltinBackendTest extends LlmBackendContract {
  @Override
  protected LlmBackend backend() {
    return new BuiltinBackend();
  }
}
