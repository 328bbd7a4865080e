import React from "react";

type Props = { title: string; onClose?: () => void };

export const Panel: React.FC<Props> = ({ title, onClose }) => {
  const [open, setOpen] = React.useState<boolean>(true);
  return (
    <Dialog open={open} onClose={onClose}>
      <h1>{title}</h1>
      <Icons.Close onClick={() => setOpen(false)} />
    </Dialog>
  );
};

export default React.memo(Panel);
