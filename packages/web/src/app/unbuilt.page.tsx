import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** An honest page for a page whose feature is not built yet. */
export default function UnbuiltPage(): ReactNode {
  return (
    <div className="sp-card sp-narrow sp-stack">
      <h1 className="sp-h1">该功能尚未开放</h1>
      <span className="sp-dim">我们正在建设这个页面，敬请期待。</span>
      <Button component={Link} to="/" variant="light">
        返回首页
      </Button>
    </div>
  );
}
